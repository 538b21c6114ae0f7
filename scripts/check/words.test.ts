import { expect, test } from "vitest";
import { findApostropheFaults, findNameFaults, findTextFaults, findWordFaults } from "./words.ts";

/** A forbidden word. It is composed here, so this file itself has no errors. */
const FORBIDDEN_PRONOUN = ["h", "is"].join("");
const FORBIDDEN_NAME = ["De", "eds"].join("");
const findWords = (source: string, isTest = true) =>
  findWordFaults(source, isTest).map(({ line, word }) => `${line} ${word}`);

test.each([
  ["a line", `const a = 1;\n// A viewer and ${FORBIDDEN_PRONOUN} page.`, [`2 ${FORBIDDEN_PRONOUN}`]],
  ["a block", `/**\n * A viewer and\n * ${FORBIDDEN_PRONOUN} page.\n */`, [`3 ${FORBIDDEN_PRONOUN}`]],
  [
    "a block of one line",
    `/** A viewer and ${FORBIDDEN_PRONOUN} page. */\nconst ${FORBIDDEN_PRONOUN} = 1;`,
    [`1 ${FORBIDDEN_PRONOUN}`],
  ],
  ["an element", `{/* A viewer and ${FORBIDDEN_PRONOUN} page. */}`, [`1 ${FORBIDDEN_PRONOUN}`]],
  ["the end of a line", `const a = 1; // of ${FORBIDDEN_PRONOUN} page`, [`1 ${FORBIDDEN_PRONOUN}`]],
  ["a title", `test("keeps ${FORBIDDEN_PRONOUN} place", () => {});`, [`1 ${FORBIDDEN_PRONOUN}`]],
  [
    "a title below its call",
    `test.each([1])(\n  "keeps ${FORBIDDEN_PRONOUN} place %s",\n);`,
    [`2 ${FORBIDDEN_PRONOUN}`],
  ],
  [
    "the name of a case",
    `test.each([\n  ["in ${FORBIDDEN_PRONOUN} language", "fr"],\n])("%s", f);`,
    [`2 ${FORBIDDEN_PRONOUN}`],
  ],
])("faults are found in %s", (_where, source, faults) => {
  expect(findWords(source)).toEqual(faults);
});

test.each([
  ["an identifier", `const ${FORBIDDEN_PRONOUN} = await open();`],
  ["a value", `send("By ${FORBIDDEN_PRONOUN} side");`],
  ["a code of one word", `test.each([["${FORBIDDEN_PRONOUN}", "WINDOWS-1255"]])("%s", f);`],
  ["a value of a row", `it.each([["By ${FORBIDDEN_PRONOUN} side"]])("reads %s", f);`],
  ["a value of a list", `const said = ["By ${FORBIDDEN_PRONOUN} side", "fr"];`],
  ["a part of a word", `// T${FORBIDDEN_PRONOUN} page, and the theatre.`],
  ["an address", `const address = "https://example.org/${FORBIDDEN_PRONOUN}";`],
])("no fault is found in %s", (_what, source) => {
  expect(findWords(source)).toEqual([]);
});

/** Composes a forbidden phrase, so this file itself has no errors. */
const joinWords = (...words: string[]) => words.join(" ");
test.each([
  [
    "a predecessor without its noun",
    `// It replaces ${joinWords("the", "one", "before")}.`,
    "the one before",
  ],
  ["several of them", `/** Of ${joinWords("the", "ones", "before")}. */`, "the ones before"],
  ["a change without its end", `// ${joinWords("From", "now", "on")} it waits.`, "From now on"],
  ["a private word for alignment", `test("the players are ${joinWords("in", "step")}", f);`, "in step"],
  [
    "a parameter without its noun",
    `/** @param ${joinWords("folder", "of")} the store. */`,
    "@param folder of",
  ],
  ["a time at the end", `/** Viewers are refused ${joinWords("then.")} */`, "then."],
  ["a time at the end of a line", `// Viewers are refused ${joinWords("then.")}`, "then."],
])("a phrase such as %s in a comment or title is a fault", (_what, source, word) => {
  expect(findWordFaults(source, true).map((fault) => fault.word)).toEqual([word]);
});

test.each([
  ["a time that was named", `// Nothing is sent until ${joinWords("then.")} Later calls are.`],
  ["a step of a list", `// Applied in ${joinWords("step")}s of a second.`],
  ["a parameter with its noun", `/** @param ${joinWords("folder", "the", "folder", "of")} the store. */`],
  ["a call", `// Awaits what ${joinWords("then.")}length counts.`],
])("%s is not a forbidden phrase", (_what, source) => {
  expect(findWords(source)).toEqual([]);
});

test("titles are checked only in tests", () => {
  expect(findWords(`const texts = ["in ${FORBIDDEN_PRONOUN} language"];`, false)).toEqual([]);
});

test("each fault contains the word and its replacement", () => {
  const [first, second] = [["tele", "phone"].join(""), ["data", "base"].join(" ")];
  expect(findWordFaults(`// On a ${first}.\n// In the ${second}.`, false)).toEqual([
    { line: 1, word: first, instead: "phone" },
    { line: 2, word: second, instead: "database" },
  ]);
});

test.each([
  [
    "a name of the former words",
    "a.ts",
    `const entry${FORBIDDEN_NAME} = 1;`,
    [`1 ${FORBIDDEN_NAME.toLowerCase()}`],
  ],
  [
    "a part of a file's name",
    `use-${FORBIDDEN_NAME.toLowerCase()}.ts`,
    "",
    [`1 ${FORBIDDEN_NAME.toLowerCase()}`],
  ],
  ["a longer word", "a.ts", `const in${FORBIDDEN_NAME.toLowerCase()} = 1;`, []],
  ["a value", "a.ts", `open("/${FORBIDDEN_NAME.toLowerCase()}");`, []],
])("names are checked in %s", (_what, file, source, faults) => {
  expect(findNameFaults(source, file).map(({ line, word }) => `${line} ${word}`)).toEqual(faults);
});

test("English texts are checked, but not their keys and values of a single word", () => {
  const word = ["any", "body"].join("");
  const source = `{\n  ${word}: "Open to ${word} with the link",\n  writers: "${word}",\n}`;
  expect(findTextFaults(source).map(({ line }) => line)).toEqual([2]);
});

test.each([
  ["a text", `a: "Fin de l'essai",`, ["l'"]],
  ["a text in single quotes", `a: 'Commande "play" de l\\'API',`, ["l'"]],
  ["a word before a value", `a: "Vue d'{{name}}",`, ["d'"]],
  ["a curly apostrophe", `a: "Fin de l’essai",`, []],
  ["the English of a French text", `"The client's key": "La clé du client",`, []],
  ["code in a text", "a: \"Ni `'unsafe-inline'` ni `'unsafe-eval'`.\",", []],
  ["a comment", `// The client's key.`, []],
  ["a text that the specification quotes", `a: "Format d'email invalide",`, []],
])("apostrophes are checked in %s", (_where, source, words) => {
  expect(findApostropheFaults(source).map(({ word }) => word)).toEqual(words);
});
