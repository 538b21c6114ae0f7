import type { SiteRefusal } from "@shoal/contract";
import i18next from "i18next";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { texts as en } from "../../i18n/en/exportLinks.ts";
import { texts as fr } from "../../i18n/fr/exportLinks.ts";
import { refusalText } from "./refusal-text.ts";

// Uses a separate instance, because all tests of a process share the dashboard's own.
const translator = i18next.createInstance();
beforeAll(async () => {
  await translator.init({
    lng: "en",
    interpolation: { escapeValue: false },
    resources: { en: { translation: en }, fr: { translation: fr } },
  });
  vi.spyOn(i18next, "t").mockImplementation(translator.t);
});
afterAll(() => void vi.restoreAllMocks());

const NOT_LISTED: SiteRefusal = {
  site: "example.org",
  step: "website",
  rule: "authorizedWebsites",
  source: "custom",
  reach: "all",
  reason: "",
};
const BANNED: SiteRefusal = {
  site: "example.com",
  step: "subdomain",
  rule: "unauthorizedSubdomains",
  source: "collection",
  entry: "example.com",
  reach: "itself",
  reason: "",
};

test.each([
  [
    "en",
    "example.org: “Allowed websites” of the video does not list this site.",
    "example.com: “Blocked hosts” of its collection lists example.com. Some subdomains of example.com are allowed.",
  ],
  [
    "fr",
    "example.org\u00a0: «\u00a0Sites web autorisés\u00a0» de la vidéo ne contient pas ce site.",
    "example.com\u00a0: «\u00a0Hôtes bloqués\u00a0» de sa collection contient example.com. Certains sous-domaines de example.com sont autorisés.",
  ],
])("a refusal in %s names the site, the rule and the rule's level", async (language, notListed, banned) => {
  await translator.changeLanguage(language);
  vi.spyOn(i18next, "t").mockImplementation(translator.t);
  expect(refusalText(NOT_LISTED)).toBe(notListed);
  expect(refusalText(BANNED)).toBe(banned);
});
