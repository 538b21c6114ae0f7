import { Menu, Text, UnstyledButton } from "@mantine/core";
import type { UserView } from "@shoal/contract";
import { IconChevronDown, IconLogout } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import { Preferences } from "../components/ui/preferences.tsx";
import { NarrowMenu } from "./narrow-menu.tsx";
import classes from "./nav-bar.module.css";
import { useLogOut } from "./use-log-out.tsx";

/** The navigation bar (§2); below 768 px its entries are behind a button. */
export function NavBar({ user }: { user: UserView }) {
  const { t } = useTranslation();
  return (
    <header className={classes.bar}>
      <div className={classes.inside}>
        <Link to="/videos" className={classes.logo}>
          <img src="/shoal.svg" alt="" width={30} height={30} />
          <span>{t("app.name")}</span>
        </Link>
        <nav className={classes.wide} aria-label={t("nav.main")}>
          <Entries />
        </nav>
        <div className={classes.wide} data-end>
          <Preferences />
          <UserMenu user={user} />
        </div>
        <NarrowMenu user={user} entries={(close) => <Entries onGo={close} />} />
      </div>
    </header>
  );
}

function Entries({ onGo }: { onGo?: () => void }) {
  const { t } = useTranslation();
  return (
    <NavLink to="/videos" className={classes.entry ?? ""} onClick={onGo}>
      {t("nav.videos")}
    </NavLink>
  );
}

function UserMenu({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const askLogOut = useLogOut();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <span className={classes.initial} aria-hidden>
            {user.username.slice(0, 1).toUpperCase()}
          </span>
          <Text size="sm" fw={600} truncate maw={180}>
            {user.username.toUpperCase()}
          </Text>
          <IconChevronDown size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {user.email && <Menu.Label>{user.email}</Menu.Label>}
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={askLogOut}>
          {t("auth.logout")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
