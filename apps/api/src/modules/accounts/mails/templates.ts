import {
  ALERT_ENDINGS,
  ALERT_KINDS,
  DECISIONS,
  LANGUAGES,
  type Language,
  NEWS_KINDS,
  PROOF_STOPS,
} from "@shoal/contract";
import { z } from "zod";

const account = { username: z.string() };
const linked = { ...account, url: z.string(), expiresAt: z.string() };

/** Figures are in the unit of the kind. */
const alert = {
  clientName: z.string(),
  kind: z.enum(ALERT_KINDS),
  /** Of the video; null for everything. */
  title: z.string().nullable(),
  threshold: z.number(),
  worst: z.number(),
  last: z.number(),
  ending: z.enum(ALERT_ENDINGS).nullable(),
  openedAt: z.string(),
  closedAt: z.string().nullable(),
  url: z.string(),
};
export type AlertMailValues = z.infer<z.ZodObject<typeof alert>>;

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

/** A chat room with messages that somebody has not read. */
const unreadRoom = z.object({
  name: z.string(),
  /** At most 100 are counted. */
  count: z.number(),
  /** Who wrote the last message, and its beginning; "" where it is a file. */
  by: z.string(),
  excerpt: z.string(),
});
export type UnreadRoomItem = z.infer<typeof unreadRoom>;

/** Every mail, with the values that its text names. */
const MailContent = z.discriminatedUnion("template", [
  z.object({
    template: z.literal("activation"),
    values: z.object({ ...linked, clientName: z.string() }),
  }),
  z.object({ template: z.literal("password-link"), values: z.object(linked) }),
  z.object({ template: z.literal("password-changed"), values: z.object(account) }),
  z.object({ template: z.literal("email-verification"), values: z.object(linked) }),
  z.object({ template: z.literal("email-change"), values: z.object(account) }),
  z.object({ template: z.literal("two-factor-on"), values: z.object(account) }),
  z.object({ template: z.literal("two-factor-off"), values: z.object(account) }),
  z.object({
    template: z.literal("two-factor-cleared"),
    values: z.object({ ...account, by: z.string() }),
  }),
  z.object({
    template: z.literal("provider-linked"),
    values: z.object({ ...account, providerLogin: z.string() }),
  }),
  z.object({
    template: z.literal("client-deletion-planned"),
    values: z.object({ clientName: z.string(), deletionAt: z.string() }),
  }),
  z.object({ template: z.literal("alert-opened"), values: z.object(alert) }),
  z.object({ template: z.literal("alert-closed"), values: z.object(alert) }),
  z.object({
    template: z.literal("proof-stopped"),
    /** Seconds an hour, or 10⁹ bytes. */
    values: z.object({
      clientName: z.string(),
      reason: z.enum(PROOF_STOPS),
      value: z.number(),
      url: z.string(),
    }),
  }),
  z.object({
    template: z.literal("decision-reminder"),
    values: z.object({
      ...account,
      projectName: z.string(),
      version: z.number(),
      dueAt: z.string(),
      /** The due date has come. */
      isOver: z.boolean(),
      url: z.string(),
    }),
  }),
  z.object({
    template: z.literal("project-news"),
    values: z.object({
      ...account,
      items: z.array(newsItem).min(1),
      /** That the mail does not name. */
      moreCount: z.number(),
      url: z.string(),
      /** Ends these mails: asks when it is opened, and does it when it is posted to (RFC 8058). */
      unsubscribeUrl: z.string(),
    }),
  }),
  z.object({
    template: z.literal("unread-chat"),
    values: z.object({
      ...account,
      rooms: z.array(unreadRoom).min(1),
      /** Rooms that the mail does not name. */
      moreCount: z.number(),
      url: z.string(),
      /** Ends these mails: asks when it is opened, and does it when it is posted to (RFC 8058). */
      unsubscribeUrl: z.string(),
    }),
  }),
  z.object({ template: z.literal("client-kept"), values: z.object({ clientName: z.string() }) }),
]);
export type MailContent = z.infer<typeof MailContent>;
export type MailTemplate = MailContent["template"];
export type MailValues<T extends MailTemplate> = Extract<MailContent, { template: T }>["values"];

/** Dates are ISO 8601; the text writes them as its language does. */
export type Mail = MailContent & { to: string; language: Language };

/** Reads a mail as it was saved. */
export const SavedMail = z.object({
  recipient: z.string(),
  language: z.enum(LANGUAGES),
  content: MailContent,
});
