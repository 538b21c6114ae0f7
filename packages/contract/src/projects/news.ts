import { z } from "zod";
import { TimeZone } from "../delivery/delivery-rules.ts";
import { Text } from "../text.ts";
import { DECISIONS } from "./approval.ts";

/** The kinds of notifications that people in a project receive. */
export const NEWS_KINDS = [
  "mentioned",
  "answered",
  /** Someone commented on a version that the user published. */
  "commented",
  "versionAdded",
  "decisionWanted",
  "decisionMade",
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** When notifications are mailed: bundled for some minutes, once a day, or not at all. */
export const NEWS_MAIL_TIMES = ["atOnce", "daily", "never"] as const;
export type NewsMailTime = (typeof NEWS_MAIL_TIMES)[number];

export const MAX_NEWS_PAGE_SIZE = 50;
/** The maximum length of the text in a notification; the comment itself may be longer. */
export const MAX_NEWS_EXCERPT_LENGTH = 300;
/** The number of days for which notifications of a client's users are kept. */
export const NEWS_RETENTION_DAYS = 90;

export const NewsView = z.object({
  id: z.string(),
  kind: z.enum(NEWS_KINDS),
  at: z.string(),
  isRead: z.boolean(),
  /** The username of the person who caused the notification, or the name of the guest. */
  by: z.string(),
  project: z.object({ uuid: z.string(), name: z.string() }),
  version: z.number(),
  /** Uuid of the comment; null if there is none, or if it was deleted. */
  comment: z.string().nullable(),
  /** The beginning of the comment, or of the note of a decision. */
  excerpt: z.string(),
  decision: z.enum(DECISIONS).nullable(),
});
export type NewsView = z.infer<typeof NewsView>;

const NewsId = Text.regex(/^[1-9]\d{0,17}$/, "is not one of the list");

export const MarkNewsRead = z
  .strictObject({
    ids: z.array(NewsId).max(MAX_NEWS_PAGE_SIZE).optional(),
    /** Whether to mark the notifications with these ids as read or as unread. */
    isRead: z.boolean().default(true),
    /** Marks all notifications up to and including this one as read. */
    upTo: NewsId.optional(),
  })
  .refine(({ ids, upTo }) => ids !== undefined || upTo !== undefined, {
    path: ["ids"],
    message: "is required without upTo",
  });
export type MarkNewsRead = z.infer<typeof MarkNewsRead>;
/** The body of the call that marks notifications as read. */
export type MarkNewsReadInput = z.input<typeof MarkNewsRead>;

export const NewsSettings = z.strictObject({
  mail: z.enum(NEWS_MAIL_TIMES),
  /** The kinds of notifications that are listed but not mailed. */
  unmailed: z.array(z.enum(NEWS_KINDS)).max(NEWS_KINDS.length),
  /** IANA name: the daily email is sent at 8:00 in this time zone. */
  timeZone: TimeZone,
});
export type NewsSettings = z.infer<typeof NewsSettings>;
