import { Burger, Button } from "@mantine/core";
import { useClickOutside, useHotkeys } from "@mantine/hooks";
import type { UserView } from "@shoal/contract";
import { IconLogout } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Preferences } from "../components/ui/preferences.tsx";
import { SupportLink } from "../components/ui/support-link.tsx";
import { windows } from "../components/ui/windows/windows.ts";
import { groupsOf } from "./more-menu.tsx";
import classes from "./narrow-menu.module.css";
import { currentOf, type NavEntry } from "./nav-entries.ts";
import { RestartVideosButton } from "./restart-videos-button.tsx";
import { useLogOut } from "./use-log-out.tsx";

interface NarrowMenuProps {
  user: UserView;
  /** The navigation entries of all places. */
  all: readonly NavEntry[];
  /** Renders the entries of the navigation bar. */
  entries: (onGo: () => void) => ReactNode;
}

/** Shows the navigation behind a button. Escape, a selection or a click outside closes it. */
export function NarrowMenu({ user, all, entries }: NarrowMenuProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  /** Closes the menu and returns the focus to the button. Used when the menu is closed by keyboard or for a dialog. */
  const closeAndReturn = () => {
    if (isOpen) button.current?.focus();
    close();
  };
  const menu = useClickOutside(close);
  useHotkeys([["Escape", closeAndReturn]]);
  return (
    <div ref={menu} className={classes.narrow}>
      <Burger
        ref={button}
        opened={isOpen}
        size="sm"
        aria-label={t("nav.menu")}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <MenuPanel user={user} all={all} entries={entries} close={close} closeAndReturn={closeAndReturn} />
      )}
    </div>
  );
}

interface MenuPanelProps extends NarrowMenuProps {
  close: () => void;
  closeAndReturn: () => void;
}

function MenuPanel({ user, all, entries, close, closeAndReturn }: MenuPanelProps) {
  const { t } = useTranslation();
  const confirmLogOut = useLogOut();
  /** Minimises the windows too, because on a phone an open window would cover most of the chosen page. */
  const showPage = () => {
    windows.reduceAll();
    close();
  };
  return (
    <div className={classes.panel}>
      <nav aria-label={t("nav.main")} className={classes.entries}>
        {entries(showPage)}
      </nav>
      {groupsOf(all.filter(({ place }) => place === "more")).map(({ group, members }) => (
        <nav key={group} aria-label={t(`nav.more.groups.${group}`)} className={classes.entries}>
          <span className={classes.heading} aria-hidden>
            {t(`nav.more.groups.${group}`)}
          </span>
          <MenuLinks entries={members} onGo={showPage} />
        </nav>
      ))}
      <div className={classes.row}>
        <strong className={classes.name}>{user.username.toUpperCase()}</strong>
        <Preferences />
      </div>
      <nav aria-label={t("nav.account")} className={classes.entries}>
        <MenuLinks entries={all.filter(({ place }) => place === "account")} onGo={showPage} />
      </nav>
      <RestartVideosButton user={user} />
      <Button
        variant="default"
        leftSection={<IconLogout size={16} />}
        onClick={() => {
          closeAndReturn();
          confirmLogOut();
        }}
      >
        {t("auth.logout")}
      </Button>
      <SupportLink />
    </div>
  );
}

function MenuLinks({ entries, onGo }: { entries: readonly NavEntry[]; onGo: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return entries.map((entry) => (
    <Link
      key={entry.to}
      to={entry.to}
      className={classes.link ?? ""}
      aria-current={currentOf(entry, pathname)}
      onClick={onGo}
    >
      {t(`nav.${entry.text}`)}
    </Link>
  ));
}
