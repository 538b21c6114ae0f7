import i18next from "i18next";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

let i18n: typeof import("./index.ts");
beforeAll(async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  i18n = await import("./index.ts");
});
afterAll(() => void vi.unstubAllGlobals());

test("a page that is opened while the language changes loads its texts in the new language", async () => {
  const adopted = i18n.adoptLanguage("FR");
  const opened = i18n.loadTexts("library");
  await opened;
  // The page may be rendered before the language changes, so its texts are loaded in the current language too.
  expect(i18next.hasResourceBundle("en", "library")).toBe(true);
  await adopted;
  expect(i18next.language).toBe("fr");
  expect(i18next.t("library.title")).toBe("Vidéos");
});

test("of two language changes the last one applies", async () => {
  await Promise.all([i18n.chooseLanguage("FR"), i18n.chooseLanguage("EN")]);
  expect(i18next.language).toBe("en");
  expect(document.documentElement.lang).toBe("en");
});
