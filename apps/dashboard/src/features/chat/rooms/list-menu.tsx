import { ActionIcon, Menu } from "@mantine/core";
import { routes } from "@shoal/contract";
import { IconArchive, IconBell, IconBellOff, IconDots, IconMail, IconMailOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { desktopNotices } from "../../../lib/desktop-notices.ts";
import { errorText } from "../../../lib/error-text.ts";
import { CHAT_KEY } from "../../../lib/list-keys.ts";
import { notify } from "../../../lib/notify.ts";
import { queryClient } from "../../../lib/queries.ts";
import { call } from "../../../lib/session.ts";

/** Shows the menu with the archive and the notification settings. */
export function ListMenu({ onArchive }: { onArchive: () => void }) {
  const { t } = useTranslation();
  const isOn = useSyncExternalStore(desktopNotices.subscribe, desktopNotices.isOn);
  const settingsKey = [CHAT_KEY, "settings"];
  const settings = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(routes.getChatSettings, {}, { signal }),
    staleTime: 60_000,
    retry: false,
  }).data;
  async function switchNotices(): Promise<void> {
    if (isOn) desktopNotices.turnOff();
    else if (await desktopNotices.turnOn()) notify.success({ message: t("chat.noticesOn") });
    else notify.warning({ message: t("chat.noticesRefused") });
  }
  async function switchMail(isMailed: boolean): Promise<void> {
    try {
      queryClient.setQueryData(settingsKey, await call(routes.setChatSettings, { body: { isMailed } }));
    } catch (error) {
      notify.failure({ message: errorText(error) });
    }
  }
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("chat.listMenu")}
          title={t("chat.listMenu")}
        >
          <IconDots size={19} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArchive size={16} aria-hidden />} onClick={onArchive}>
          {t("chat.archive")}
        </Menu.Item>
        <Menu.Divider />
        {desktopNotices.isPossible() && (
          <Menu.Item
            leftSection={isOn ? <IconBell size={16} aria-hidden /> : <IconBellOff size={16} aria-hidden />}
            onClick={() => void switchNotices()}
          >
            {t(isOn ? "chat.noticesTurnOff" : "chat.noticesTurnOn")}
          </Menu.Item>
        )}
        {settings && (
          <Menu.Item
            leftSection={
              settings.isMailed ? <IconMail size={16} aria-hidden /> : <IconMailOff size={16} aria-hidden />
            }
            onClick={() => void switchMail(!settings.isMailed)}
          >
            {t(settings.isMailed ? "chat.mailTurnOff" : "chat.mailTurnOn")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
