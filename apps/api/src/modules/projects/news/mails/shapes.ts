import { DECISIONS, NEWS_KINDS } from "@shoal/contract";
import { z } from "zod";

const account = { username: z.string() };

/** Something that happened in a project. */
const newsItem = z.object({
  kind: z.enum(NEWS_KINDS),
  by: z.string(),
  projectName: z.string(),
  version: z.number(),
  /** The beginning of a comment or of a note; "" for none. */
  excerpt: z.string(),
  decision: z.enum(DECISIONS).nullable(),
});
export type NewsMailItem = z.infer<typeof newsItem>;

export const PROJECT_MAIL_SHAPES = {
  "decision-reminder": z.object({
    ...account,
    projectName: z.string(),
    version: z.number(),
    dueAt: z.string(),
    /** The due date has come. */
    isOver: z.boolean(),
    url: z.string(),
    /** As of news; mails that an earlier version saved have none. */
    unsubscribeUrl: z.string().optional(),
  }),
  "project-news": z.object({
    ...account,
    items: z.array(newsItem).min(1),
    /** That the mail does not name. */
    moreCount: z.number(),
    url: z.string(),
    /** Ends these mails: asks when it is opened, and does it when it is posted to (RFC 8058). */
    unsubscribeUrl: z.string(),
  }),
};
export type ProjectMailShapes = typeof PROJECT_MAIL_SHAPES;
