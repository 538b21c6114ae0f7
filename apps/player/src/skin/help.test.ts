import { expect, test } from "vitest";
import { englishTexts } from "../i18n/en.ts";
import { frenchTexts } from "../i18n/fr.ts";
import { keyRows } from "./help.ts";

test.each([
  ["English", englishTexts, ["Space", "Home", "End"]],
  ["French", frenchTexts, ["Espace", "Début", "Fin"]],
])("the list of shortcuts names keys as on %s keyboards", (_language, texts, names) => {
  const keys = keyRows(texts).flatMap(([each]) => each);
  expect(keys.filter((key) => key.length > 1 && key !== "0 … 9")).toEqual(names);
});
