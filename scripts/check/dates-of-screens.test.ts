import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Lists the dashboard's source files, without its translations. */
function listSources(): string[] {
  const root = join(import.meta.dirname, "../../apps/dashboard/src");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.startsWith("i18n"))
    .map((name) => join(root, name));
}

/** The modules that format dates, numbers and names for all screens. */
const FORMATTING_MODULES = /lib\/(?:dates|figures|display-names)\.ts$/;

test("no screen formats dates, numbers or names except by the shared functions", () => {
  const own = /\bIntl\.[A-Z]|toLocale(?:Date|Time)?String|type="(?:date|datetime-local|month|time|week)"/;
  const files = listSources();
  expect(files.length).toBeGreaterThan(500);
  const others = files.filter((file) => !FORMATTING_MODULES.test(file));
  expect(others.filter((file) => own.test(readFileSync(file, "utf8")))).toEqual([]);
});
