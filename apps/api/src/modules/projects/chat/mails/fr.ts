import type { MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { ChatMailShapes, UnreadRoomItem } from "./shapes.ts";

const messagesOf = (count: number) => (count === 1 ? "1 message non lu" : `${count} messages non lus`);

const lineOf = ({ name, count, by, excerpt }: UnreadRoomItem) =>
  `${name}\u00a0: ${messagesOf(count)}. ${
    excerpt ? `${by}\u00a0: «\u00a0${excerpt}\u00a0»` : `Le dernier message est de ${by}.`
  }`;

export const fr: MailTexts<ChatMailShapes> = {
  "unread-chat": ({ rooms, moreCount, url, unsubscribeUrl }) => {
    const [first] = rooms;
    const count = rooms.length + moreCount;
    return {
      subject:
        first && count === 1
          ? `${messagesOf(first.count)} – ${first.name}`
          : `Messages non lus dans ${count} salons`,
      paragraphs: [
        "Vous avez des messages non lus\u00a0:",
        ...rooms.map((room) => lineOf(room).replace(/[^\S\u00a0]+/gu, " ")),
        ...(moreCount > 0 ? [`Et ${moreCount} ${moreCount === 1 ? "salon" : "salons"} de plus.`] : []),
      ],
      action: { label: "Ouvrir le chat", url },
      unsubscribe: { label: "Ne plus recevoir d’e-mails sur les messages non lus", url: unsubscribeUrl },
    };
  },
};
