import { Menu, Text, UnstyledButton } from "@mantine/core";
import type { UserView } from "@shoal/contract";
import { IconChevronDown } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Logo } from "../components/ui/logo.tsx";
import { Preferences } from "../components/ui/preferences.tsx";
import { loadTexts } from "../i18n/index.ts";
import { homeOf } from "./home.ts";
import { NarrowMenu } from "./narrow-menu.tsx";
import classes from "./nav-bar.module.css";
import { currentOf, findEntries } from "./nav-entries.ts";
import { RestartVideosButton } from "./restart-videos-button.tsx";
import { hasScreen } from "./screens.ts";
import { UserMenuItems } from "./user-menu-items.tsx";

/** Without its program, as while the network is away, the entry stands without its number. */
const OpenAlerts = lazy(() =>
  Promise.all([import("./open-alerts.tsx"), loadTexts("alerts")]).then(
    ([{ OpenAlerts: Count }]) => ({ default: Count }),
    () => ({ default: () => null }),
  ),
);

/** The navigation bar (§2); below 1,152 px its entries are behind a button. */
export function NavBar({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const type = user.client_infos[0]?.type ?? "platform";
  return (
    <header className={classes.bar}>
      <div className={classes.inside}>
        <Link to={homeOf(user, hasScreen)} className={classes.logo}>
          <Logo type={type} />
          <span>{t("app.name")}</span>
          {type !== "platform" && <span className={classes.kind}>{t(`nav.types.${type}`)}</span>}
        </Link>
        <nav className={classes.wide} aria-label={t("nav.main")}>
          <Entries user={user} />
        </nav>
        <div className={classes.wide} data-end>
          <RestartVideosButton user={user} />
          <Preferences />
          <UserMenu user={user} />
        </div>
        <NarrowMenu user={user} entries={(close) => <Entries user={user} onGo={close} />} />
      </div>
    </header>
  );
}

function Entries({ user, onGo }: { user: UserView; onGo?: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const entries = findEntries(user, hasScreen);
  return (
    <>
      {entries.map(({ to, text }) => (
        <Link
          key={to}
          to={to}
          className={classes.entry ?? ""}
          aria-current={currentOf(to, pathname)}
          onClick={onGo}
        >
          {t(`nav.${text}`)}
          {text === "alerts" && (
            <Suspense>
              <OpenAlerts />
            </Suspense>
          )}
        </Link>
      ))}
      {user.roles.includes("admin") && hasScreen("admin") && (
        <Link
          to="/admin"
          className={classes.entry ?? ""}
          aria-current={currentOf("/admin", pathname)}
          onClick={onGo}
        >
          {t("nav.admin")}
        </Link>
      )}
    </>
  );
}

function UserMenu({ user }: { user: UserView }) {
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <span className={classes.initial} aria-hidden>
            {user.username.slice(0, 1).toUpperCase()}
          </span>
          <Text size="sm" fw={600} truncate className={classes.username} component="span">
            {user.username.toUpperCase()}
          </Text>
          <IconChevronDown size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="xs" truncate component="span" display="block">
            {user.client_infos[0]?.clientname}
          </Text>
          {user.email && (
            <Text size="xs" truncate component="span" display="block">
              {user.email}
            </Text>
          )}
        </Menu.Label>
        <UserMenuItems user={user} />
      </Menu.Dropdown>
    </Menu>
  );
}
