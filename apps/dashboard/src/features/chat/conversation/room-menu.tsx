import { ActionIcon, Menu } from "@mantine/core";
import { type ChatRoomSummary, routes } from "@shoal/contract";
import {
  IconArchive,
  IconArchiveOff,
  IconBell,
  IconBellOff,
  IconCalendar,
  IconDoorExit,
  IconDots,
  IconHeadset,
  IconPencil,
  IconUserShare,
  IconUsers,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { useMe } from "../../../lib/user.ts";
import {
  openHandOverDialog,
  openJumpToDateDialog,
  openPeopleDialog,
  openRenameDialog,
} from "../dialogs/lazy-dialogs.ts";
import { roomTitle } from "../rooms/room-texts.ts";
import { useChat } from "../store/use-chat.ts";
import { assignSupportRoom, saveRoomChoices } from "./room-choices.ts";

/** Shows the menu with the actions on a room. */
export function RoomMenu({ room }: { room: ChatRoomSummary }) {
  const { t } = useTranslation();
  const chat = useChat();
  const me = useMe();
  const { can, isMuted, isArchived } = room;
  function askLeave(): void {
    askConfirmation({
      title: t("chat.leaveTitle"),
      text: t("chat.leaveText", { room: roomTitle(room) }),
      confirm: t("chat.leave"),
      isDangerous: true,
      async run() {
        await call(routes.removeChatPerson, { params: { id: room.uuid, user: me?.uuid ?? "" } });
        chat.dropRoom(room.uuid);
      },
    });
  }
  const isMine = room.support?.assignee?.uuid === chat.me;
  const assignToMe = () =>
    assignSupportRoom(chat, room, isMine ? null : chat.me).catch((error: unknown) =>
      notify.failure({ message: errorText(error) }),
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("chat.menu")}
          title={t("chat.menu")}
        >
          <IconDots size={19} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUsers size={16} aria-hidden />}
          onClick={() => openPeopleDialog(chat, room)}
        >
          {t("chat.peopleTitle")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCalendar size={16} aria-hidden />}
          onClick={() => openJumpToDateDialog(chat, room)}
        >
          {t("chat.toDate")}
        </Menu.Item>
        {can.includes("handOver") && (
          <>
            <Menu.Item leftSection={<IconHeadset size={16} aria-hidden />} onClick={() => void assignToMe()}>
              {t(isMine ? "chat.release" : "chat.takeOver")}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconUserShare size={16} aria-hidden />}
              onClick={() => openHandOverDialog(chat, room)}
            >
              {t("chat.handOver")}
            </Menu.Item>
          </>
        )}
        {can.includes("rename") && (
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => openRenameDialog(chat, room)}
          >
            {t("chat.rename")}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={isMuted ? <IconBell size={16} aria-hidden /> : <IconBellOff size={16} aria-hidden />}
          onClick={() => void saveRoomChoices(chat, room, { isMuted: !isMuted })}
        >
          {t(isMuted ? "chat.unmute" : "chat.mute")}
        </Menu.Item>
        <Menu.Item
          leftSection={
            isArchived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />
          }
          onClick={() => void saveRoomChoices(chat, room, { isArchived: !isArchived })}
        >
          {t(isArchived ? "chat.fromArchive" : "chat.toArchive")}
        </Menu.Item>
        {can.includes("leave") && (
          <Menu.Item
            c="var(--shoal-bad)"
            leftSection={<IconDoorExit size={16} aria-hidden />}
            onClick={askLeave}
          >
            {t("chat.leave")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
