/** Finds forbidden words in comments, test titles, English texts and names; see docs/WRITING.md and docs/GLOSSARY.md. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

const SEARCHED_FOLDERS = ["apps", "packages", "bench", "e2e", "harness", "scripts"];
const SKIPPED_FOLDERS = new Set(["node_modules", "dist"]);
const SOURCE_FILE = /\.(?:tsx?|mjs|css)$/;

interface WordRule {
  /** The pattern of the forbidden words, which match only as whole words. */
  words: string;
  instead: string;
}

const LISTED_WORDS: readonly WordRule[] = [
  {
    words: "he|his|him|himself|she|hers?|herself",
    instead: "people are “they”; processes, sockets and sessions are “it”",
  },
  {
    words: "those who (?:watch|publish)|nobody['’]s|begun anew|it is said|comes? by itself",
    instead: "name the viewers, the publisher or the process, and what it does",
  },
  { words: "somebody|anybody|everybody", instead: "someone, anyone, everyone, or better who it is" },
  { words: "whoever", instead: "anyone who, or better who it is" },
  { words: "anew", instead: "again" },
  { words: "begun", instead: "started" },
  { words: "telephones?", instead: "phone" },
  { words: "data bases?", instead: "database" },
];
/** Former names of terms in docs/GLOSSARY.md, with their inflections, as parts of identifiers and file names. */
const FORMER_NAMES: ReadonlyMap<string, string> = new Map(
  [
    ["attendance attendances", "direct session"],
    ["companion companions", "input listener"],
    ["deed deeds", "action"],
    ["rehearsal rehearsals rehearse rehearsed", "load forecast"],
    ["relief reliefs relieved", "rung shedding"],
    ["rig rigs", "harness"],
    ["rescue rescued rescuing", "account recovery, or server fallback"],
    ["upkeep", "sweeper"],
    ["witness witnesses", "hash quorum"],
  ].flatMap(([names = "", instead = ""]) => names.split(" ").map((name) => [name, instead] as const)),
);
const IDENTIFIER_PATTERN = /[A-Za-z_$][\w$]*/g;
/** Matches strings, which are not names: texts, paths, queues, parameters. */
const STRING_LITERAL = /(["'`])(?:(?!\1)[^\\\n]|\\.)*\1/g;
/** Matches files with texts. The keys of texts do not change with their words. */
const TEXT_FILE = /[\\/]i18n[\\/]/;
/** Matches files with texts for people in either language. */
const SHOWN_TEXT_FILE =
  /[\\/]i18n[\\/]|[\\/]pages[\\/](?:en|fr)[\\/.]|[\\/]mails[\\/](?:\w+[\\/])?(?:en|fr)\.ts$|[\\/](?:[\w-]+-)?texts\.ts$|sentences\.(?:en|fr)\.ts$|-fr\.ts$/;
const STRAIGHT_APOSTROPHE = /[\p{L}}]'(?=[\p{L}{$<«])/u;
/** Texts that the specification quotes with straight apostrophes. */
const QUOTED_TEXTS = new Set(["Format d'email invalide", "Collaborator's username is required"]);
const ENGLISH_TEXTS = /[\\/](?:i18n|pages)[\\/]en[\\/.]|[\\/]mails[\\/]en\.ts$/;

const wordsPattern = (words: string) => new RegExp(`\\b(?:${words})\\b`, "i");
const WORD_RULES = LISTED_WORDS.map(({ words, instead }) => ({ words: wordsPattern(words), instead }));
/** The phrases that are forbidden in comments and titles. Texts on screens may need them. */
const PHRASE_RULES: readonly { words: RegExp; instead: string }[] = [
  { words: wordsPattern("the ones? before"), instead: "“previous” and the noun" },
  { words: wordsPattern("from now on"), instead: "what changes, or until when" },
  { words: wordsPattern("(?:in|out of) step"), instead: "synchronised, aligned or up to date" },
  { words: /@param \w+ of\b/, instead: "what the value is: its noun comes before “of”" },
  {
    words: /(?<!\b(?:until|by|since|from|to|now and) )\bthen\.(?= |$)/i,
    instead: "when or in which case, or leave it out",
  },
];
/** Matches any of the forbidden words. Most files contain none of them and need no search line by line. */
const ANY_WORD = new RegExp(
  [wordsPattern(LISTED_WORDS.map(({ words }) => words).join("|")), ...PHRASE_RULES.map(({ words }) => words)]
    .map(({ source }) => source)
    .join("|"),
  "im",
);

/** Matches a title, which is the first argument of a call if it has more than one word. */
const TITLE_PATTERN =
  /(?:\b(?:test|it|describe)(?:\.\w+)*\(|\)\()\s*(["'`])((?:(?!\1)[^\\\n]|\\.)* (?:(?!\1)[^\\\n]|\\.)*)\1/g;
/** Matches the first field of a row in a table of cases. */
const CASE_PATTERN = /\[\s*(["'`])((?:(?!\1)[^\\\n]|\\.)* (?:(?!\1)[^\\\n]|\\.)*)\1/g;
const TABLE_BEGIN = ".each([";
/**
 * Matches the end of a table whose rows start with the name of the case. In all other tables, the first field is an ordinary
 * value.
 */
const NAMING_END = /^\]\)\(\s*["'`]%s/;
const TABLE_END = "])(";
/** Matches a comment after code. Its mark follows the end of a statement, a field or a block. */
const TRAILING_COMMENT = /[;,{}()[\]] \/\/ (.*)$/;

interface WordFault {
  line: number;
  word: string;
  instead: string;
}

/** Returns the errors in a source, by ascending line. @param isTest whether the source contains titles. */
export function findWordFaults(source: string, isTest: boolean): WordFault[] {
  if (!ANY_WORD.test(source)) return [];
  const prose = [...listComments(source), ...(isTest ? listTitles(source) : [])];
  return prose
    .flatMap(({ line, text }) =>
      [...WORD_RULES, ...PHRASE_RULES].flatMap(({ words, instead }) => {
        const word = words.exec(text)?.[0];
        return word === undefined ? [] : [{ line, word, instead }];
      }),
    )
    .sort((one, other) => one.line - other.line);
}

/**
 * Returns the words of a name.
 * @example wordsOfName("useEntryActions") // ["use", "entry", "actions"]
 */
const wordsOfName = (name: string): string[] =>
  name.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/).map((part) => part.toLowerCase());

/** Returns the errors in a file's identifiers and in its own name, which counts as line 1, in order. */
export function findNameFaults(source: string, fileName: string): WordFault[] {
  const faultsOf = (name: string, line: number) =>
    wordsOfName(name).flatMap((word) => {
      const instead = FORMER_NAMES.get(word);
      return instead === undefined ? [] : [{ line, word, instead }];
    });
  const code = source.split("\n").map((line) => line.replaceAll(STRING_LITERAL, ""));
  return [
    ...faultsOf(fileName, 1),
    ...code.flatMap((line, index) =>
      [...line.matchAll(IDENTIFIER_PATTERN)].flatMap(([name]) => faultsOf(name, index + 1)),
    ),
  ];
}

/** Returns the errors in the values of a file with English texts, by ascending line. */
export function findTextFaults(source: string): WordFault[] {
  return source.split("\n").flatMap((text, index) =>
    [...text.matchAll(STRING_LITERAL)].flatMap(([value]) =>
      WORD_RULES.flatMap(({ words, instead }) => {
        const word = words.exec(value)?.[0];
        return word === undefined || !value.includes(" ") ? [] : [{ line: index + 1, word, instead }];
      }),
    ),
  );
}

/**
 * Returns the straight apostrophes in the values of a file with texts. Keys may contain them, for example where English texts are
 * the keys of French ones.
 */
export const findApostropheFaults = (source: string): WordFault[] =>
  source.split("\n").flatMap((text, index) =>
    [...text.matchAll(STRING_LITERAL)].flatMap(([value, quote], place, values) => {
      const end = (values[place]?.index ?? 0) + value.length;
      const word = STRAIGHT_APOSTROPHE.exec(quote === "'" ? value.replaceAll("\\'", "'") : value)?.[0];
      const isKey = text[end] === ":";
      if (word === undefined || isKey || QUOTED_TEXTS.has(value.slice(1, -1))) return [];
      return [{ line: index + 1, word, instead: "the apostrophe of texts is ’" }];
    }),
  );

interface ProseLine {
  line: number;
  text: string;
}

function listComments(source: string): ProseLine[] {
  const comments: ProseLine[] = [];
  let isInBlock = false;
  for (const [index, text] of source.split("\n").entries()) {
    const line = index + 1;
    if (!isInBlock && /^\s*\{?\/\*/.test(text)) isInBlock = true;
    if (isInBlock) {
      comments.push({ line, text });
      isInBlock = !text.includes("*/");
    } else if (/^\s*\/\//.test(text)) comments.push({ line, text });
    else {
      const trailing = TRAILING_COMMENT.exec(text)?.[1];
      if (trailing !== undefined) comments.push({ line, text: trailing });
    }
  }
  return comments;
}

const listTitles = (source: string): ProseLine[] =>
  [...source.matchAll(TITLE_PATTERN), ...listCases(source)].map(({ 0: match, 2: text = "", index }) => ({
    line: source.slice(0, index + match.length).split("\n").length,
    text,
  }));

/** Lists the names of cases in tables whose tests have these names in their titles. */
function* listCases(source: string): Generator<RegExpExecArray> {
  let begin = source.indexOf(TABLE_BEGIN);
  while (begin !== -1) {
    const end = source.indexOf(TABLE_END, begin);
    if (end === -1) return;
    if (NAMING_END.test(source.slice(end, end + 100)))
      for (const found of source.matchAll(CASE_PATTERN))
        if (found.index > begin && found.index < end) yield found;
    begin = source.indexOf(TABLE_BEGIN, end);
  }
}

/** Checks all files. @returns the errors with file and line. */
export async function checkWords(): Promise<string | undefined> {
  const files = SEARCHED_FOLDERS.flatMap((folder) => [...listSources(join(REPOSITORY_ROOT, folder))]);
  // If the files were searched in the wrong folder, no errors would be found.
  if (files.length < 2_000) return `Only ${files.length} files were read`;
  const faults = files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    return [
      ...findWordFaults(source, file.includes(".test.")),
      ...(TEXT_FILE.test(file) ? [] : findNameFaults(source, basename(file))),
      ...(ENGLISH_TEXTS.test(file) ? findTextFaults(source) : []),
      ...(SHOWN_TEXT_FILE.test(file) && !file.includes(".test.") ? findApostropheFaults(source) : []),
    ].map(({ line, word, instead }) => `${relative(REPOSITORY_ROOT, file)}:${line}: “${word}”: ${instead}`);
  });
  return faults.length === 0 ? undefined : `${faults.join("\n")}\nSee docs/WRITING.md`;
}

function* listSources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) yield* listSources(path);
    } else if (SOURCE_FILE.test(entry.name)) yield path;
  }
}
