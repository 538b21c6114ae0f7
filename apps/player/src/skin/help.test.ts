import { expect, test } from "vitest";
import { en } from "../i18n/en.ts";
import { fr } from "../i18n/fr.ts";
import { keyRows } from "./help.ts";

test.each([
  ["English", en, ["Space", "Home", "End"]],
  ["French", fr, ["Espace", "Début", "Fin"]],
])("the list of shortcuts names keys as on %s keyboards", (_language, texts, names) => {
  const keys = keyRows(texts).flatMap(([each]) => each);
  expect(keys.filter((key) => key.length > 1 && key !== "0 … 9")).toEqual(names);
});
