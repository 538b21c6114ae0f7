import { ActionIcon, Menu } from "@mantine/core";
import type { ChatMessageView } from "@shoal/contract";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDots,
  IconEye,
  IconLink,
  IconMail,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { chatUrlOf } from "../../../lib/chat-address.ts";
import { useCopy } from "../../../lib/use-copy.ts";
import { useConversation } from "../conversation/open-conversation.ts";
import { openForwardDialog, openSeenByDialog } from "../dialogs/lazy-dialogs.ts";
import { EmojiButton } from "../emoji/emoji-button.tsx";
import { useChat } from "../store/use-chat.ts";
import {
  canDeleteMessage,
  canEditMessage,
  confirmDelete,
  markUnreadFrom,
  pinMessage,
  toggleReaction,
} from "./message-actions.ts";
import classes from "./message-bar.module.css";

interface MessageBarProps {
  message: ChatMessageView;
  /** Called when a menu of the bar opens or closes: the bar stays visible while a menu is open. */
  onHold: (isHeld: boolean) => void;
}

/** Shows the actions of a message above its right end. */
export function MessageBar({ message, onHold }: MessageBarProps) {
  const { t } = useTranslation();
  const chat = useChat();
  const { room, edit, reply } = useConversation();
  const copy = useCopy();
  const isPinned = message.pinnedBy !== null;
  const { origin, pathname } = window.location;
  const link = `${origin}${pathname}#${chatUrlOf(room, message._id)}`;
  return (
    <div className={classes.bar}>
      {room.can.includes("write") && (
        <EmojiButton
          label={t("chat.react")}
          size={30}
          onOpenChange={onHold}
          onChoose={(emoji) => toggleReaction(chat, message, emoji, true)}
        />
      )}
      {room.can.includes("write") && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label={t("chat.reply")}
          title={t("chat.reply")}
          onClick={() => reply(message)}
        >
          <IconArrowBackUp size={17} />
        </ActionIcon>
      )}
      <Menu position="bottom-end" onChange={onHold}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label={t("chat.messageMenu")}
            title={t("chat.messageMenu")}
          >
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canEditMessage(message, room, chat.me) && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(message._id)}>
              {t("chat.edit")}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconArrowForwardUp size={16} aria-hidden />}
            onClick={() => openForwardDialog(chat, message)}
          >
            {t("chat.forward")}
          </Menu.Item>
          {room.can.includes("pin") && (
            <Menu.Item
              leftSection={
                isPinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />
              }
              onClick={() => void pinMessage(chat, message, !isPinned)}
            >
              {t(isPinned ? "chat.unpin" : "chat.pin")}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={() => copy(link, t("chat.linkCopied"))}
          >
            {t("chat.copyLink")}
          </Menu.Item>
          {message.sender_id !== chat.me && (
            <Menu.Item
              leftSection={<IconMail size={16} aria-hidden />}
              onClick={() => markUnreadFrom(chat, message)}
            >
              {t("chat.markUnread")}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconEye size={16} aria-hidden />}
            onClick={() => openSeenByDialog(room, message, chat.me)}
          >
            {t("chat.seenBy")}
          </Menu.Item>
          {canDeleteMessage(message, room, chat.me) && (
            <Menu.Item
              c="var(--shoal-bad)"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => confirmDelete(chat, message)}
            >
              {t("chat.delete")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
