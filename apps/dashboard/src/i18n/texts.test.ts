import { expect, test } from "vitest";

const textsByFile = import.meta.glob<object>("./{en,fr}/*.ts", { import: "texts", eager: true });

test.each(["en", "fr"])("no two areas of the texts in “%s” define the same top-level key", (language) => {
  const areasByKey = new Map<string, string[]>();
  for (const [path, texts] of Object.entries(textsByFile)) {
    const [, folder, file = ""] = path.split("/");
    if (folder !== language) continue;
    for (const key of Object.keys(texts)) areasByKey.set(key, [...(areasByKey.get(key) ?? []), file]);
  }
  // Excludes "errors", because every area has its own texts for the error codes of its screens.
  areasByKey.delete("errors");
  expect(areasByKey.size).toBeGreaterThan(50);
  expect([...areasByKey].filter(([, areas]) => areas.length > 1)).toEqual([]);
});
