import type { MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { ChatMailShapes, UnreadRoomItem } from "./shapes.ts";

const messagesOf = (count: number) => (count === 1 ? "1 unread message" : `${count} unread messages`);

const lineOf = ({ name, count, by, excerpt }: UnreadRoomItem) =>
  `${name}: ${messagesOf(count)}. ${excerpt ? `${by}: “${excerpt}”` : `Last message from ${by}.`}`;

export const en: MailTexts<ChatMailShapes> = {
  "unread-chat": ({ rooms, moreCount, url, unsubscribeUrl }) => {
    const [first] = rooms;
    const count = rooms.length + moreCount;
    return {
      subject:
        first && count === 1
          ? `${messagesOf(first.count)} – ${first.name}`
          : `Unread messages in ${count} rooms`,
      paragraphs: [
        "You have unread messages:",
        ...rooms.map((room) => lineOf(room).replace(/\s+/gu, " ")),
        ...(moreCount > 0 ? [`And ${moreCount} more ${moreCount === 1 ? "room" : "rooms"}.`] : []),
      ],
      action: { label: "Open chat", url },
      unsubscribe: { label: "Unsubscribe from emails about unread messages", url: unsubscribeUrl },
    };
  },
};
