import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { en } from "./en.ts";
import { fr } from "./fr.ts";

export type LanguageCode = "EN" | "FR";
const KEY = "shoal.language";
/** Values that earlier versions saved. */
const OLD_VALUES: Record<string, LanguageCode> = { english: "EN", french: "FR" };

function savedLanguage(): LanguageCode {
  const saved = localStorage.getItem(KEY) ?? "EN";
  const code = OLD_VALUES[saved] ?? (saved === "FR" ? "FR" : "EN");
  localStorage.setItem(KEY, code);
  return code;
}

/** Changes the language of the interface and remembers the choice. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  localStorage.setItem(KEY, code);
  await i18next.changeLanguage(code.toLowerCase());
  document.documentElement.lang = code.toLowerCase();
}

await i18next.use(initReactI18next).init({
  resources: { en: { translation: en }, fr: { translation: fr } },
  lng: savedLanguage().toLowerCase(),
  fallbackLng: "en",
  interpolation: { escapeValue: false },
});
document.documentElement.lang = i18next.language;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof en };
  }
}
