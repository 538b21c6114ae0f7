import type { FieldError, Language } from "@shoal/contract";
import type { z } from "zod";
import { fr } from "zod/locales";
import { REASONS_FR } from "./reasons-fr.ts";

const { localeError } = fr();

/** Returns the option for the schema library's messages in a language; the library's default is English. */
export const parseOptionsFor = (language: Language): { error?: z.core.$ZodErrorMap } =>
  language === "FR" ? { error: localeError } : {};

/** Longer patterns come first, since "is needed for {}" must be tried before "is needed {}". */
const translationPatterns = Object.entries(REASONS_FR)
  .filter(([english]) => english.includes("{}"))
  .toSorted(([a], [b]) => b.length - a.length)
  .map(([english, french]) => ({ pattern: patternOf(english), french }));

/**
 * Translates the reasons of fields into the caller's language. Reasons without a translation stay in English.
 * @example translateFields([{ path: "name", reason: "is already in use" }], "FR") // reason: "est déjà utilisé"
 */
export function translateFields(fields: readonly FieldError[], language: Language): FieldError[] {
  return fields.map(({ path, reason }) => ({ path, reason: translateReason(reason, language) }));
}

/** Translates one reason; a reason without a translation stays in English. */
export const translateReason = (reason: string, language: Language): string =>
  language === "EN" ? reason : translateToFrench(reason);

function translateToFrench(reason: string): string {
  const exact = REASONS_FR[reason];
  if (exact !== undefined) return exact;
  for (const { pattern, french } of translationPatterns) {
    const values = pattern.exec(reason)?.slice(1);
    if (values) return french.replaceAll("{}", () => values.shift() ?? "");
  }
  return reason;
}

function patternOf(template: string): RegExp {
  const literal = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replaceAll("{}", "(.+)")}$`);
}
