import { Burger, Button } from "@mantine/core";
import { useClickOutside, useHotkeys } from "@mantine/hooks";
import type { UserView } from "@shoal/contract";
import { IconLogout } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { Preferences } from "../components/ui/preferences.tsx";
import { SupportLink } from "../components/ui/support-link.tsx";
import classes from "./narrow-menu.module.css";
import { RestartVideosButton } from "./restart-videos-button.tsx";
import { hasScreen } from "./screens.ts";
import { useLogOut } from "./use-log-out.tsx";
import { findAccountEntries } from "./user-menu.ts";

/** The navigation behind a button. Escape, a choice or a click beside it closes it. */
export function NarrowMenu({ user, entries }: { user: UserView; entries: (close: () => void) => ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  /** What closes by the keyboard, or for a question, gives the keyboard back. */
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
      {isOpen && <Panel user={user} entries={entries} close={close} closeAndReturn={closeAndReturn} />}
    </div>
  );
}

interface PanelProps {
  user: UserView;
  entries: (close: () => void) => ReactNode;
  close: () => void;
  closeAndReturn: () => void;
}

function Panel({ user, entries, close, closeAndReturn }: PanelProps) {
  const { t } = useTranslation();
  const askLogOut = useLogOut();
  return (
    <div className={classes.panel}>
      <nav aria-label={t("nav.main")} className={classes.entries}>
        {entries(close)}
      </nav>
      <div className={classes.row}>
        <strong className={classes.name}>{user.username.toUpperCase()}</strong>
        <Preferences />
      </div>
      <nav aria-label={t("nav.account")} className={classes.entries}>
        {findAccountEntries(user, hasScreen).map(({ to, text }) => (
          <NavLink key={to} to={to} className={classes.link ?? ""} onClick={close}>
            {t(`nav.${text}`)}
          </NavLink>
        ))}
      </nav>
      <RestartVideosButton user={user} />
      <Button
        variant="default"
        leftSection={<IconLogout size={16} />}
        onClick={() => {
          closeAndReturn();
          askLogOut();
        }}
      >
        {t("auth.logout")}
      </Button>
      <SupportLink />
    </div>
  );
}
