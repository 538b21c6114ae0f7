import { Menu, Text, UnstyledButton } from "@mantine/core";
import type { UserView } from "@shoal/contract";
import { readsAnalyticsOnly } from "@shoal/domain";
import { IconChevronDown } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Logo } from "../components/ui/logo.tsx";
import { Preferences } from "../components/ui/preferences.tsx";
import { useViewedClient } from "../lib/client-view.ts";
import { hasChat } from "./chat/has-chat.ts";
import { homePathOf } from "./home.ts";
import { lazyPart } from "./lazy-part.ts";
import { MoreMenu } from "./more-menu.tsx";
import { NarrowMenu } from "./narrow-menu.tsx";
import classes from "./nav-bar.module.css";
import { currentOf, findEntries, type NavEntry } from "./nav-entries.ts";
import { PaletteButton } from "./palette/palette-button.tsx";
import { RestartVideosButton } from "./restart-videos-button.tsx";
import { UserMenuItems } from "./user-menu-items.tsx";

const LazyOpenAlerts = lazyPart(async () => (await import("./open-alerts.tsx")).OpenAlerts);
const LazyChatButton = lazyPart(async () => (await import("./chat/chat-button.tsx")).ChatButton);
const LazyNewsBell = lazyPart(async () => (await import("./news/news-bell.tsx")).NewsBell);

/** Shows the navigation bar (§2); in narrower windows its entries are behind a button. */
export function NavBar({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const type = user.client_infos[0]?.type ?? "platform";
  const entries = findEntries(user);
  const inBar = entries.filter(({ place }) => place === "bar");
  const inMore = entries.filter(({ place }) => place === "more");
  return (
    <header className={classes.bar}>
      <div className={classes.inside}>
        <Link to={homePathOf(user)} className={classes.logo}>
          <Logo type={type} />
          <span>{t("app.name")}</span>
          {type !== "platform" && <span className={classes.kind}>{t(`nav.types.${type}`)}</span>}
        </Link>
        <nav className={classes.wide} aria-label={t("nav.main")}>
          <NavEntries entries={inBar} />
          <MoreMenu entries={inMore} />
        </nav>
        <div className={classes.end}>
          <PaletteButton />
          {hasChat(user) && (
            <Suspense>
              <LazyChatButton />
            </Suspense>
          )}
          {user.client_infos[0]?.vireed && !readsAnalyticsOnly(user.roles) && (
            <Suspense>
              <LazyNewsBell />
            </Suspense>
          )}
          <div className={classes.own}>
            <RestartVideosButton user={user} />
            <Preferences />
            <UserMenu user={user} entries={entries} />
          </div>
          <NarrowMenu
            user={user}
            all={entries}
            entries={(onGo) => <NavEntries entries={inBar} onGo={onGo} />}
          />
        </div>
      </div>
    </header>
  );
}

function NavEntries({ entries, onGo }: { entries: readonly NavEntry[]; onGo?: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return entries.map((entry) => (
    <Link
      key={entry.to}
      to={entry.to}
      className={classes.entry ?? ""}
      aria-current={currentOf(entry, pathname)}
      onClick={onGo}
    >
      {t(`nav.${entry.text}`)}
      {entry.text === "alerts" && (
        <Suspense>
          <LazyOpenAlerts />
        </Suspense>
      )}
      {entry.text === "admin" && <ViewedClientName />}
    </Link>
  ));
}

/** Shows the client that an administrator views (§2). */
function ViewedClientName() {
  const view = useViewedClient();
  return (
    view && (
      <span className={classes.viewed} title={view.name}>
        {view.name}
      </span>
    )
  );
}

function UserMenu({ user, entries }: { user: UserView; entries: readonly NavEntry[] }) {
  const { pathname } = useLocation();
  const isHere = entries.some((entry) => entry.place === "account" && currentOf(entry, pathname));
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.user} data-here={isHere || undefined}>
          <span className={classes.initial} aria-hidden>
            {user.username.slice(0, 1).toUpperCase()}
          </span>
          <Text
            size="sm"
            fw={600}
            truncate
            className={classes.username}
            component="span"
            title={user.username.toUpperCase()}
          >
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
        <UserMenuItems entries={entries} />
      </Menu.Dropdown>
    </Menu>
  );
}
