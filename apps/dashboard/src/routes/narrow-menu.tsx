import { Burger, Button } from "@mantine/core";
import { useClickOutside, useHotkeys } from "@mantine/hooks";
import type { UserView } from "@shoal/contract";
import { IconLogout } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Preferences } from "../components/ui/preferences.tsx";
import classes from "./narrow-menu.module.css";
import { useLogOut } from "./use-log-out.tsx";

/** The navigation behind a button. Escape, a choice or a click beside it closes it. */
export function NarrowMenu({ user, entries }: { user: UserView; entries: (close: () => void) => ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const askLogOut = useLogOut();
  const menu = useClickOutside(close);
  useHotkeys([["Escape", close]]);
  return (
    <div ref={menu} className={classes.narrow}>
      <Burger
        opened={isOpen}
        size="sm"
        aria-label={t("nav.menu")}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div className={classes.panel}>
          <nav aria-label={t("nav.main")}>{entries(close)}</nav>
          <div className={classes.row}>
            <strong className={classes.name}>{user.username.toUpperCase()}</strong>
            <Preferences />
          </div>
          <Button
            variant="default"
            leftSection={<IconLogout size={16} />}
            onClick={() => {
              close();
              askLogOut();
            }}
          >
            {t("auth.logout")}
          </Button>
        </div>
      )}
    </div>
  );
}
