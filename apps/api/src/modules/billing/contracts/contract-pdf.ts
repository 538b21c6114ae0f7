import type { Language } from "@shoal/contract";
import { openSheet } from "../../../platform/pdf/pdf-sheet.ts";

const PDF_TEXTS = {
  EN: {
    title: "Service contract",
    number: (number: string) => `Contract ${number}`,
    acceptance: "Acceptance",
    accepted: (name: string, username: string, at: string) =>
      `Accepted electronically by ${name} (user ${username}) on ${at}.`,
    hash: "SHA-256 of the accepted text",
    page: (page: number, pages: number) => `page ${page} of ${pages}`,
    locale: "en-GB",
  },
  FR: {
    title: "Contrat de service",
    number: (number: string) => `Contrat ${number}`,
    acceptance: "Acceptation",
    accepted: (name: string, username: string, at: string) =>
      `Accepté électroniquement par ${name} (utilisateur ${username}) le ${at}.`,
    hash: "SHA-256 du texte accepté",
    page: (page: number, pages: number) => `page ${page} sur ${pages}`,
    locale: "fr-FR",
  },
} as const;

export interface AcceptedContract {
  number: string;
  language: Language;
  text: string;
  textHash: string;
  acceptedName: string;
  acceptedBy: string;
  acceptedAt: Date;
}

/** Writes an accepted contract on A4 pages: its text, its signatory and the date. */
export function writeContractPdf(accepted: AcceptedContract): Promise<Buffer> {
  const { number, language, text, textHash, acceptedName, acceptedBy, acceptedAt } = accepted;
  const words = PDF_TEXTS[language];
  const title = words.number(number);
  const sheet = openSheet({ title, language: language.toLowerCase() });
  sheet.title(words.title);
  sheet.subtitle(title);
  for (const paragraph of paragraphsOf(text)) {
    if (paragraph.startsWith("# ")) sheet.heading(paragraph.slice(2));
    else sheet.text(paragraph);
  }
  sheet.heading(words.acceptance);
  const at = new Intl.DateTimeFormat(words.locale, {
    dateStyle: "long",
    timeStyle: "long",
    timeZone: "UTC",
  }).format(acceptedAt);
  sheet.text(words.accepted(acceptedName, acceptedBy, at.replaceAll("\u202f", "\u00a0")));
  sheet.note(words.hash);
  sheet.note(textHash);
  return sheet.close((page, pages) => `${title} · ${words.page(page, pages)}`);
}

const paragraphsOf = (text: string): string[] => text.split(/\n{2,}/).filter((part) => part.trim() !== "");
