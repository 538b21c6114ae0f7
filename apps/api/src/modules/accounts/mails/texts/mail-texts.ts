import type { MailTemplate, MailValues } from "../templates.ts";

/** What a mail says, as plain text: the renderer escapes it and lays it out. */
export interface MailText {
  subject: string;
  paragraphs: string[];
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** Below the action, in small print. */
  notes?: string[];
  /** A link that ends mails of this kind. */
  unsubscribe?: { label: string; url: string };
}

/** The mails of one language, with the lines that all of them share. */
export interface MailTexts {
  locale: string;
  greeting(username: string): string;
  /** Above the address of a button that cannot be pressed. */
  linkFallback: string;
  footer(supportEmail: string): string;
  templates: { [T in MailTemplate]: (values: MailValues<T>) => MailText };
}

const TIME = { hour: "2-digit", minute: "2-digit", timeZone: "UTC", timeZoneName: "short" } as const;

/** A moment in words, in UTC: a mail does not know its reader's clock. @example writeDate("en-GB", iso) // "21 November 2026 at 03:08 UTC" */
export function writeDate(locale: string, iso: string): string {
  const options = { day: "numeric", month: "long", year: "numeric", ...TIME } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(iso));
}
