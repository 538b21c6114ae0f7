import { z } from "zod";

/** A chat room with messages that someone has not read. */
const unreadRoom = z.object({
  name: z.string(),
  /** At most 100 are counted. */
  count: z.number(),
  /** Who wrote the last message, and its beginning; "" where it is a file. */
  by: z.string(),
  excerpt: z.string(),
});
export type UnreadRoomItem = z.infer<typeof unreadRoom>;

export const CHAT_MAIL_SHAPES = {
  "unread-chat": z.object({
    username: z.string(),
    rooms: z.array(unreadRoom).min(1),
    /** Rooms that the mail does not name. */
    moreCount: z.number(),
    url: z.string(),
    /** Ends these mails: asks when it is opened, and does it when it is posted to (RFC 8058). */
    unsubscribeUrl: z.string(),
  }),
};
export type ChatMailShapes = typeof CHAT_MAIL_SHAPES;
