import { expect, test } from "vitest";
import { nameInLanguage, nameOfKey, nameOfUploadToken } from "./key-names.ts";

const UUID = "1f0a5a86-4a5f-4f0e-9d0c-5a4d6e3f2b10";

test.each([
  [nameOfKey({ keyUuid: UUID, description: "Encoder" }), "Clé d'API\u00a0: Encoder (1f0a5a86)"],
  [
    nameOfKey({ keyUuid: UUID, description: "API key: (old)\nroom" }),
    "Clé d'API\u00a0: API key: (old)\nroom (1f0a5a86)",
  ],
  [nameOfUploadToken({ tokenUuid: UUID, title: "Regatta" }), "Jeton d'envoi\u00a0: Regatta (1f0a5a86)"],
  // Names given by people are not translated.
  ["lagoon-media", "lagoon-media"],
  ["API key: mine", "API key: mine"],
])("nameInLanguage translates %j to %j in French and leaves the English name unchanged", (name, inFrench) => {
  expect(nameInLanguage(name, "fr")).toBe(inFrench);
  expect(nameInLanguage(name, "FR")).toBe(inFrench);
  expect(nameInLanguage(name, "en")).toBe(name);
});
