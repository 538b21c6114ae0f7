import { Text, Tooltip, UnstyledButton } from "@mantine/core";
import type { ChatMessageView } from "@shoal/contract";
import { plainChatText } from "@shoal/domain";
import { IconArrowForwardUp, IconPin } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../lib/dates.ts";
import { toggleReaction } from "../actions/message-actions.ts";
import { EmojiButton } from "../emoji/emoji-button.tsx";
import { useChat } from "../store/use-chat.ts";
import classes from "./message-parts.module.css";
import { useConversation } from "./open-conversation.ts";

/** Shows what precedes the text of a message: whether it is pinned, the original author, and the message it replies to. */
export function MessageHeader({ message }: { message: ChatMessageView }) {
  const { t } = useTranslation();
  const { jump } = useConversation();
  const { pinnedBy, forwarded, replyMessage: reply } = message;
  return (
    <>
      {pinnedBy !== null && (
        <Text size="xs" c="dimmed" className={classes.note}>
          <IconPin size={13} aria-hidden /> {t("chat.pinnedBy", { name: pinnedBy })}
        </Text>
      )}
      {forwarded && (
        <Text size="xs" c="dimmed" className={classes.note}>
          <IconArrowForwardUp size={13} aria-hidden />{" "}
          {t("chat.forwardedFrom", { name: forwarded.sender, date: formatDateTime(forwarded.timestamp) })}
        </Text>
      )}
      {reply && (
        <UnstyledButton className={classes.quote} onClick={() => jump(reply._id)}>
          <Text span size="xs" fw={650} truncate dir="auto">
            {reply.sender}
          </Text>
          <Text span size="xs" c="dimmed" lineClamp={2} dir="auto">
            {reply.isDeleted
              ? t("chat.deleted")
              : plainChatText(reply.content) || (reply.hasFiles ? t("chat.file", { count: 1 }) : "")}
          </Text>
        </UnstyledButton>
      )}
    </>
  );
}

/** Shows the reactions to a message, and who reacted with each. */
export function Reactions({ message }: { message: ChatMessageView }) {
  const { t } = useTranslation();
  const chat = useChat();
  const { room } = useConversation();
  const mayReact = room.can.includes("write");
  if (message.reactions.length === 0) return null;
  return (
    <div className={classes.reactions}>
      {message.reactions.map(({ reaction, users }) => {
        const names = users.map(({ username }) => username).join(", ");
        const isOn = users.some(({ uuid }) => uuid === chat.me);
        return (
          <Tooltip key={reaction} label={names} multiline maw={260}>
            <UnstyledButton
              className={classes.reaction}
              aria-label={`${reaction} ${names}`}
              aria-pressed={isOn}
              // Uses `aria-disabled`, because a disabled button would not show the tooltip with the people who reacted.
              aria-disabled={!mayReact}
              onClick={mayReact ? () => toggleReaction(chat, message, reaction, !isOn) : undefined}
            >
              <span className={classes.emoji}>{reaction}</span> {users.length}
            </UnstyledButton>
          </Tooltip>
        );
      })}
      {mayReact && (
        <EmojiButton
          label={t("chat.react")}
          size={26}
          onChoose={(emoji) => toggleReaction(chat, message, emoji, true)}
        />
      )}
    </div>
  );
}
