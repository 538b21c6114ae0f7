import { DECISIONS, NEWS_KINDS } from "@shoal/contract";
import { z } from "zod";

const accountFields = { username: z.string() };

/** An event in a project. */
const newsItem = z.object({
  kind: z.enum(NEWS_KINDS),
  by: z.string(),
  projectName: z.string(),
  version: z.number(),
  /** The start of a comment or note; "" if there is no text. */
  excerpt: z.string(),
  decision: z.enum(DECISIONS).nullable(),
});
export type NewsMailItem = z.infer<typeof newsItem>;

export const PROJECT_MAIL_SHAPES = {
  "decision-reminder": z.object({
    ...accountFields,
    projectName: z.string(),
    version: z.number(),
    dueAt: z.string(),
    /** Whether the due date has passed. */
    isOver: z.boolean(),
    url: z.string(),
    /** The link that turns such mails off; mails stored by an earlier version have no link. */
    unsubscribeUrl: z.string().optional(),
  }),
  "project-news": z.object({
    ...accountFields,
    items: z.array(newsItem).min(1),
    /** The number of events that the mail does not list. */
    moreCount: z.number(),
    url: z.string(),
    /** Unsubscribes from these mails: shows a confirmation when opened, and unsubscribes on POST (RFC 8058). */
    unsubscribeUrl: z.string(),
  }),
};
export type ProjectMailShapes = typeof PROJECT_MAIL_SHAPES;
