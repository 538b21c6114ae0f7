import { LANGUAGES, type Language } from "@shoal/contract";
import type { z } from "zod";

/** The content of a mail as plain text: the renderer escapes it and lays it out. */
export interface MailText {
  subject: string;
  paragraphs: string[];
  /** The call to action, as a button. */
  action?: { label: string; url: string };
  /** The small print below the action. */
  notes?: string[];
  /** A link that ends mails of this kind. */
  unsubscribe?: { label: string; url: string };
}

/** A mail of a module: its values, and its text in each language. */
export interface MailDefinition<Values> {
  /** The name under which it is stored until it is sent. Never reused for another mail. */
  name: string;
  values: z.ZodType<Values>;
  texts: Record<Language, (values: Values) => MailText>;
}

type MailShapes = Readonly<Record<string, z.ZodType<object>>>;
/** The texts of mails in one language, by their names. */
export type MailTexts<S extends MailShapes> = { [N in keyof S]: (values: z.infer<S[N]>) => MailText };
export type MailDefinitions<S extends MailShapes> = { [N in keyof S]: MailDefinition<z.infer<S[N]>> };

/**
 * Defines the mails of a module.
 * @param shapes the values of each mail, by its name; a `username` among them is used in the greeting. Dates are ISO 8601 and
 * formatted by the texts of each language.
 * @example defineMails({ "client-kept": z.object({ clientName: z.string() }) }, { EN: en, FR: fr })
 */
export function defineMails<S extends MailShapes>(
  shapes: S,
  texts: Record<Language, MailTexts<S>>,
): MailDefinitions<S> {
  const define = (name: string, values: z.ZodType<object>): MailDefinition<object> => ({
    name,
    values,
    texts: Object.fromEntries(LANGUAGES.map((language) => [language, texts[language][name]])) as never,
  });
  return Object.fromEntries(
    Object.entries(shapes).map(([name, values]) => [name, define(name, values)]),
  ) as unknown as MailDefinitions<S>;
}

/** A mail with values of a type that only its own module knows. */
interface UntypedMail {
  name: string;
  values: z.ZodType;
  texts: Record<Language, (values: never) => MailText>;
}
export type MailsOfModule = Readonly<Record<string, UntypedMail>>;

/** Every mail that the installation sends, by its name. */
export type MailCatalog = ReadonlyMap<string, UntypedMail>;

/** Joins the mails of all modules. @throws Error naming a mail that two modules define. */
export function joinMails(modules: readonly { name: string; mails?: MailsOfModule }[]): MailCatalog {
  const owners = new Map<string, string>();
  const catalog = new Map<string, UntypedMail>();
  for (const module of modules)
    for (const mail of Object.values(module.mails ?? {})) {
      const other = owners.get(mail.name);
      if (other) throw new Error(`The mail "${mail.name}" is defined by "${other}" and by "${module.name}"`);
      owners.set(mail.name, module.name);
      catalog.set(mail.name, mail);
    }
  return catalog;
}

const TIME_FORMAT = { hour: "2-digit", minute: "2-digit", timeZone: "UTC", timeZoneName: "short" } as const;

/**
 * Formats a moment in UTC, since a mail does not know its reader's time zone.
 * @example formatMailDate("en-GB", iso) // "21 November 2026 at 03:08 UTC"
 */
export function formatMailDate(locale: string, iso: string): string {
  const options = { day: "numeric", month: "long", year: "numeric", ...TIME_FORMAT } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(iso));
}

/** Formats a day in UTC. @example formatMailDay("en-GB", iso) // "21 November 2026" */
export const formatMailDay = (locale: string, iso: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));

/** @example formatMailEuros("fr-FR", 123_456) // "1 234,56 €" */
export const formatMailEuros = (locale: string, cents: number): string =>
  new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(cents / 100);

/** Formats a number with at most one decimal. @example formatMailNumber("en-GB", 12.34) // "12.3" */
export const formatMailNumber = (locale: string, value: number): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value);
