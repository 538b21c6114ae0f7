import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../apps/start/src/settings.ts";

/** Matches files with French texts, including those with both languages. */
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
/** Matches a punctuation mark after an ordinary space, at which the line could break. */
const BREAKABLE = / [:;?!»%](?=[\s"'`)\\<,.])|« /;
/** Whether a text is a command: GStreamer pipelines contain such signs. */
const isCommand = (text: string) => text.includes("gst-launch");

test.each([
  ["Prêt ?", true],
  ["Prêt\u00a0?", false],
  ["Les « règles\u00a0»", true],
  ["12 % des vues", true],
  ["à 10:30", false],
])("a possible line break before a punctuation mark is recognized in %s", (text, isBreakable) => {
  expect(BREAKABLE.test(`"${text}"`)).toBe(isBreakable);
});

test("French texts have no-break spaces before punctuation marks and after «, so that no line starts with a mark", () => {
  const files = listFrenchFiles();
  expect(files.length).toBeGreaterThan(60);
  const faults = files.flatMap((file) =>
    (read(file).match(STRING) ?? [])
      .filter((text) => BREAKABLE.test(text) && !isCommand(text))
      .map((text) => `${relative(ROOT, file)}: ${text}`),
  );
  expect(faults).toEqual([]);
});
