import type { Language } from "@shoal/contract";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { AllTexts, Area, TextsOf } from "./texts.ts";

const KEY = "shoal.language";
/** Values that earlier versions saved. */
const OLD_VALUES: Record<string, Language> = { english: "EN", french: "FR" };

const files = import.meta.glob<{ texts: TextsOf<Area> }>(["./en/*.ts", "./fr/*.ts"]);
const shown = new Set<Area>();
/** What the interface is in, or becomes as soon as its texts are there. */
let wanted = savedLanguage().toLowerCase();

/** The language of the interface: as saved in this browser, else English. */
function savedLanguage(): Language {
  const saved = localStorage.getItem(KEY);
  if (!saved) return "EN";
  const code = OLD_VALUES[saved] ?? (saved === "FR" ? "FR" : "EN");
  if (code !== saved) localStorage.setItem(KEY, code);
  return code;
}

/**
 * Makes the texts of these areas ready in the language of the interface. Those whose keys a part of the page names come
 * with the part: this is for what is looked up by codes of the server.
 * @example await loadTexts("manage");
 */
export async function loadTexts(...areas: Area[]): Promise<void> {
  for (const area of areas) shown.add(area);
  const languages = [...new Set([i18next.language, wanted])];
  await Promise.all(languages.flatMap((language) => areas.map((area) => loadArea(language, area))));
}

async function loadArea(language: string, area: Area): Promise<void> {
  if (i18next.hasResourceBundle(language, area)) return;
  const load = files[`./${language}/${area}.ts`];
  if (!load) throw new Error(`No texts for ${area} in ${language}`);
  const { texts } = await load();
  i18next.addResourceBundle(language, area, texts);
  i18next.addResourceBundle(language, "translation", texts, true, true);
}

/**
 * A part of the page once its texts are there too. The build writes it around each `import("./part.tsx")`, with the areas
 * that the part needs (scripts/build/text-areas.ts): nobody calls it.
 * @public
 */
export async function withTexts<Part>(part: Promise<Part>, ...areas: Area[]): Promise<Part> {
  const [loaded] = await Promise.all([part, loadTexts(...areas)]);
  return loaded;
}

/** Changes the language of the interface and remembers the choice. */
export async function chooseLanguage(code: Language): Promise<void> {
  const language = code.toLowerCase();
  wanted = language;
  await Promise.all([...shown].map((area) => loadArea(language, area)));
  // Another language was chosen meanwhile.
  if (wanted !== language) return;
  localStorage.setItem(KEY, code);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Uses the account's language if none was chosen in this browser. */
export async function adoptLanguage(code: Language): Promise<void> {
  if (!localStorage.getItem(KEY)) await chooseLanguage(code);
}

await i18next.use(initReactI18next).init({
  lng: wanted,
  interpolation: { escapeValue: false },
  resources: {},
  returnNull: false,
});
document.documentElement.lang = i18next.language;
await loadTexts("shell");

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: AllTexts };
  }
}
