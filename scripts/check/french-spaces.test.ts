import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../apps/start/src/settings.ts";

/** Texts in French: files of their own, and those with both languages. */
const FRENCH_FILE = /(?:\/fr\/[\w-]+|[/-]fr)\.tsx?$/;
const BOTH_LANGUAGES = /\/texts\.ts$/;

function listFrenchFiles(): string[] {
  return ["apps", "packages"]
    .flatMap((room) => readdirSync(join(ROOT, room)).map((name) => join(ROOT, room, name, "src")))
    .flatMap((folder) => listFiles(folder))
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) => FRENCH_FILE.test(file) || (BOTH_LANGUAGES.test(file) && /\bfr\b/.test(read(file))));
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
const read = (file: string) => readFileSync(file, "utf8");

const STRING = /"(?:[^"\\\n]|\\.)*"/g;
/** A punctuation mark after an ordinary space, where the line could break. */
const BREAKABLE = / [:;?!»%](?=[\s"'`)\\<,.])|« /;
/** GStreamer pipelines contain such signs. */
const isCommand = (text: string) => text.includes("gst-launch");

test.each([
  ["Prêt ?", true],
  ["Prêt\u00a0?", false],
  ["Les « règles\u00a0»", true],
  ["12 % des vues", true],
  ["à 10:30", false],
])("a sign at the beginning of a line: %s", (text, isBreakable) => {
  expect(BREAKABLE.test(`"${text}"`)).toBe(isBreakable);
});

test("no sign of a French text begins a line: no-break spaces stand before them, and behind «", () => {
  const files = listFrenchFiles();
  expect(files.length).toBeGreaterThan(60);
  const faults = files.flatMap((file) =>
    (read(file).match(STRING) ?? [])
      .filter((text) => BREAKABLE.test(text) && !isCommand(text))
      .map((text) => `${relative(ROOT, file)}: ${text}`),
  );
  expect(faults).toEqual([]);
});
