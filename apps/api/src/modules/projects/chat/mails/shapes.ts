import { z } from "zod";

/** A chat room with unread messages. */
const unreadRoom = z.object({
  name: z.string(),
  /** The number of unread messages, counted up to 100. */
  count: z.number(),
  /** The author of the last message. The next field is the start of its text, "" for a file. */
  by: z.string(),
  excerpt: z.string(),
});
export type UnreadRoomItem = z.infer<typeof unreadRoom>;

export const CHAT_MAIL_SHAPES = {
  "unread-chat": z.object({
    username: z.string(),
    rooms: z.array(unreadRoom).min(1),
    /** The number of rooms that the mail does not list. */
    moreCount: z.number(),
    url: z.string(),
    /** Unsubscribes from these mails: shows a confirmation when opened, and unsubscribes on POST (RFC 8058). */
    unsubscribeUrl: z.string(),
  }),
};
export type ChatMailShapes = typeof CHAT_MAIL_SHAPES;
