import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

/** Matches files with French texts, including those with both languages. */
const FRENCH_FILE = /(?:\/fr\/[\w-]+|[/-]fr)\.tsx?$/;
const BOTH_LANGUAGES = /\/texts\.ts$/;

function listFrenchFiles(): string[] {
  return ["apps", "packages"]
    .flatMap((room) =>
      readdirSync(join(REPOSITORY_ROOT, room)).map((name) => join(REPOSITORY_ROOT, room, name, "src")),
    )
    .flatMap((folder) => listFiles(folder))
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) => FRENCH_FILE.test(file) || (BOTH_LANGUAGES.test(file) && /\bfr\b/.test(readText(file))));
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
const readText = (file: string) => readFileSync(file, "utf8");

const STRING_LITERAL = /"(?:[^"\\\n]|\\.)*"/g;
/** Matches a punctuation mark after an ordinary space, at which the line could break. */
const BREAKABLE_SPACE = / [:;?!»%](?=[\s"'`)\\<,.])|« /;
/** Returns whether a string is a command. GStreamer pipelines contain such signs. */
const isCommand = (text: string) => text.includes("gst-launch");

test.each([
  ["Prêt ?", true],
  ["Prêt\u00a0?", false],
  ["Les « règles\u00a0»", true],
  ["12 % des vues", true],
  ["à 10:30", false],
])("a possible line break before a punctuation mark is recognized in %s", (text, isBreakable) => {
  expect(BREAKABLE_SPACE.test(`"${text}"`)).toBe(isBreakable);
});

test("French texts have no-break spaces before punctuation marks and after «, so that no line starts with a mark", () => {
  const files = listFrenchFiles();
  expect(files.length).toBeGreaterThan(60);
  const faults = files.flatMap((file) =>
    (readText(file).match(STRING_LITERAL) ?? [])
      .filter((text) => BREAKABLE_SPACE.test(text) && !isCommand(text))
      .map((text) => `${relative(REPOSITORY_ROOT, file)}: ${text}`),
  );
  expect(faults).toEqual([]);
});
