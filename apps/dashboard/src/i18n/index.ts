import type { Language } from "@shoal/contract";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { AllTexts, Area, TextsOf } from "./texts.ts";

const STORAGE_KEY = "shoal.language";
/** The stored values by which earlier versions of the dashboard identified the languages. */
const LEGACY_VALUES: Record<string, Language> = { english: "EN", french: "FR" };

const textLoaders = import.meta.glob<{ texts: TextsOf<Area> }>(["./en/*.ts", "./fr/*.ts"]);
const shownAreas = new Set<Area>();
/** The language of the interface or, during a change, the language to which it is changing. */
let targetLanguage = savedLanguage().toLowerCase();

/** Returns the language saved in this browser; English by default. */
function savedLanguage(): Language {
  const saved = localStorage.getItem(STORAGE_KEY);
  if (!saved) return "EN";
  const code = LEGACY_VALUES[saved] ?? (saved === "FR" ? "FR" : "EN");
  if (code !== saved) localStorage.setItem(STORAGE_KEY, code);
  return code;
}

/**
 * Loads the texts of these areas in the language of the interface. Texts whose keys occur in the code of a part of the page are loaded with
 * that part. This function is for texts that are looked up by codes from the server.
 * @example await loadTexts("shared");
 */
export async function loadTexts(...areas: Area[]): Promise<void> {
  for (const area of areas) shownAreas.add(area);
  const languages = [...new Set([i18next.language, targetLanguage])];
  await Promise.all(languages.flatMap((language) => areas.map((area) => loadArea(language, area))));
}

async function loadArea(language: string, area: Area): Promise<void> {
  if (i18next.hasResourceBundle(language, area)) return;
  const load = textLoaders[`./${language}/${area}.ts`];
  if (!load) throw new Error(`No texts for ${area} in ${language}`);
  const { texts } = await load();
  i18next.addResourceBundle(language, area, texts);
  i18next.addResourceBundle(language, "translation", texts, true, true);
}

/**
 * Returns a part of the page once its texts have loaded too. The build inserts it around each `import("./part.tsx")`, with the areas that
 * the part needs (scripts/build/text-areas.ts); source code never calls it directly.
 * @public
 */
export async function withTexts<Part>(part: Promise<Part>, ...areas: Area[]): Promise<Part> {
  const [loaded] = await Promise.all([part, loadTexts(...areas)]);
  return loaded;
}

/** Changes the language of the interface and remembers the choice. */
export async function chooseLanguage(code: Language): Promise<void> {
  const language = code.toLowerCase();
  targetLanguage = language;
  await Promise.all([...shownAreas].map((area) => loadArea(language, area)));
  // Stops if another language has been chosen in the meantime.
  if (targetLanguage !== language) return;
  localStorage.setItem(STORAGE_KEY, code);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Uses the account's language if no language was chosen in this browser. */
export async function adoptLanguage(code: Language): Promise<void> {
  if (!localStorage.getItem(STORAGE_KEY)) await chooseLanguage(code);
}

await i18next.use(initReactI18next).init({
  lng: targetLanguage,
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
