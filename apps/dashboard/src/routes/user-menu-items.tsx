import { Menu } from "@mantine/core";
import type { UserView } from "@shoal/contract";
import {
  IconAdjustments,
  IconBug,
  IconFileInvoice,
  IconHelp,
  IconHistory,
  IconLogout,
  IconMail,
  IconPhoto,
  IconPlayerTrackNext,
  IconTrash,
  IconUser,
  IconUserPlus,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { settingsQuery } from "../lib/settings.ts";
import { hasScreen } from "./screens.ts";
import { useLogOut } from "./use-log-out.tsx";
import { type AccountEntry, findAccountEntries } from "./user-menu.ts";

const ICONS: Record<AccountEntry["text"], typeof IconUser> = {
  profile: IconUser,
  newUser: IconUserPlus,
  configsAndRules: IconAdjustments,
  outros: IconPlayerTrackNext,
  pictures: IconPhoto,
  trash: IconTrash,
  logs: IconHistory,
  payments: IconFileInvoice,
  help: IconHelp,
  debug: IconBug,
};

/** The account's screens, where to ask for help, and the way out. */
export function UserMenuItems({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const askLogOut = useLogOut();
  const supportEmail = useQuery(settingsQuery).data?.supportEmail;
  return (
    <>
      {findAccountEntries(user, hasScreen).map(({ to, text }) => {
        const Icon = ICONS[text];
        return (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={16} />}>
            {t(`nav.${text}`)}
          </Menu.Item>
        );
      })}
      {supportEmail && (
        <Menu.Item component="a" href={`mailto:${supportEmail}`} leftSection={<IconMail size={16} />}>
          {supportEmail}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} />} onClick={askLogOut}>
        {t("auth.logout")}
      </Menu.Item>
    </>
  );
}
