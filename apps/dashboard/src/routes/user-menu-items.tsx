import { Menu } from "@mantine/core";
import {
  IconAdjustments,
  IconBook,
  IconBug,
  IconFileInvoice,
  IconHelp,
  IconHistory,
  IconLogout,
  IconMail,
  IconMessages,
  IconPhoto,
  IconPlayerTrackNext,
  IconTrash,
  IconUser,
  IconUserPlus,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { settingsQuery } from "../lib/settings.ts";
import classes from "./nav-bar.module.css";
import { currentOf, type NavEntry } from "./nav-entries.ts";
import { useLogOut } from "./use-log-out.tsx";

const MENU_ICONS: Partial<Record<NavEntry["text"], typeof IconUser>> = {
  chat: IconMessages,
  profile: IconUser,
  newUser: IconUserPlus,
  configsAndRules: IconAdjustments,
  installation: IconBook,
  outros: IconPlayerTrackNext,
  pictures: IconPhoto,
  trash: IconTrash,
  logs: IconHistory,
  payments: IconFileInvoice,
  help: IconHelp,
  debug: IconBug,
};

/** Lists the account's screens, the help, and the button to sign out. */
export function UserMenuItems({ entries }: { entries: readonly NavEntry[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const confirmLogOut = useLogOut();
  const supportEmail = useQuery(settingsQuery).data?.supportEmail;
  return (
    <>
      {entries
        .filter(({ place }) => place === "account")
        .map((entry) => {
          const Icon = MENU_ICONS[entry.text] ?? IconUser;
          return (
            <Menu.Item
              key={entry.to}
              component={Link}
              to={entry.to}
              aria-current={currentOf(entry, pathname)}
              className={classes.item}
              leftSection={<Icon size={16} />}
            >
              {t(`nav.${entry.text}`)}
            </Menu.Item>
          );
        })}
      {supportEmail && (
        <Menu.Item component="a" href={`mailto:${supportEmail}`} leftSection={<IconMail size={16} />}>
          {supportEmail}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} />} onClick={confirmLogOut}>
        {t("auth.logout")}
      </Menu.Item>
    </>
  );
}
