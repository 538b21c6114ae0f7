import type { MailTemplate, MailValues } from "../templates.ts";

/** What a mail says, as plain text: the renderer escapes it and lays it out. */
export interface MailText {
  subject: string;
  paragraphs: string[];
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** Below the action, in small print. */
  notes?: string[];
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
