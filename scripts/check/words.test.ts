import { expect, test } from "vitest";
import { findApostropheFaults, findNameFaults, findTextFaults, findWordFaults } from "./words.ts";

/** A forbidden word, composed here so that this file itself has no faults. */
const PRONOUN = ["h", "is"].join("");
const NAME = ["De", "eds"].join("");
const wordsOf = (source: string, isTest = true) =>
  findWordFaults(source, isTest).map(({ line, word }) => `${line} ${word}`);

test.each([
  ["a line", `const a = 1;\n// A viewer and ${PRONOUN} page.`, [`2 ${PRONOUN}`]],
  ["a block", `/**\n * A viewer and\n * ${PRONOUN} page.\n */`, [`3 ${PRONOUN}`]],
  ["a block of one line", `/** A viewer and ${PRONOUN} page. */\nconst ${PRONOUN} = 1;`, [`1 ${PRONOUN}`]],
  ["an element", `{/* A viewer and ${PRONOUN} page. */}`, [`1 ${PRONOUN}`]],
  ["the end of a line", `const a = 1; // of ${PRONOUN} page`, [`1 ${PRONOUN}`]],
  ["a title", `test("keeps ${PRONOUN} place", () => {});`, [`1 ${PRONOUN}`]],
  ["a title below its call", `test.each([1])(\n  "keeps ${PRONOUN} place %s",\n);`, [`2 ${PRONOUN}`]],
  ["the name of a case", `test.each([\n  ["in ${PRONOUN} language", "fr"],\n])("%s", f);`, [`2 ${PRONOUN}`]],
])("faults are found in %s", (_where, source, faults) => {
  expect(wordsOf(source)).toEqual(faults);
});

test.each([
  ["an identifier", `const ${PRONOUN} = await open();`],
  ["a value", `send("By ${PRONOUN} side");`],
  ["a code of one word", `test.each([["${PRONOUN}", "WINDOWS-1255"]])("%s", f);`],
  ["a value of a row", `it.each([["By ${PRONOUN} side"]])("reads %s", f);`],
  ["a value of a list", `const said = ["By ${PRONOUN} side", "fr"];`],
  ["a part of a word", `// T${PRONOUN} page, and the theatre.`],
  ["an address", `const address = "https://example.org/${PRONOUN}";`],
])("no fault is found in %s", (_what, source) => {
  expect(wordsOf(source)).toEqual([]);
});

/** Composes a forbidden phrase, so that this file itself has no faults. */
const phrase = (...words: string[]) => words.join(" ");
test.each([
  ["a predecessor without its noun", `// It replaces ${phrase("the", "one", "before")}.`, "the one before"],
  ["several of them", `/** Of ${phrase("the", "ones", "before")}. */`, "the ones before"],
  ["a change without its end", `// ${phrase("From", "now", "on")} it waits.`, "From now on"],
  ["a private word for alignment", `test("the players are ${phrase("in", "step")}", f);`, "in step"],
  ["a parameter without its noun", `/** @param ${phrase("folder", "of")} the store. */`, "@param folder of"],
  ["a time at the end", `/** Viewers are refused ${phrase("then.")} */`, "then."],
  ["a time at the end of a line", `// Viewers are refused ${phrase("then.")}`, "then."],
])("a phrase such as %s in a comment or title is a fault", (_what, source, word) => {
  expect(findWordFaults(source, true).map((fault) => fault.word)).toEqual([word]);
});

test.each([
  ["a time that was named", `// Nothing is sent until ${phrase("then.")} Later calls are.`],
  ["a step of a list", `// Applied in ${phrase("step")}s of a second.`],
  ["a parameter with its noun", `/** @param ${phrase("folder", "the", "folder", "of")} the store. */`],
  ["a call", `// Awaits what ${phrase("then.")}length counts.`],
])("%s is not a forbidden phrase", (_what, source) => {
  expect(wordsOf(source)).toEqual([]);
});

test("titles are checked only in tests", () => {
  expect(wordsOf(`const texts = ["in ${PRONOUN} language"];`, false)).toEqual([]);
});

test("each fault contains the word and its replacement", () => {
  const [first, second] = [["tele", "phone"].join(""), ["data", "base"].join(" ")];
  expect(findWordFaults(`// On a ${first}.\n// In the ${second}.`, false)).toEqual([
    { line: 1, word: first, instead: "phone" },
    { line: 2, word: second, instead: "database" },
  ]);
});

test.each([
  ["a name of the former words", "a.ts", `const entry${NAME} = 1;`, [`1 ${NAME.toLowerCase()}`]],
  ["a part of a file's name", `use-${NAME.toLowerCase()}.ts`, "", [`1 ${NAME.toLowerCase()}`]],
  ["a longer word", "a.ts", `const in${NAME.toLowerCase()} = 1;`, []],
  ["a value", "a.ts", `open("/${NAME.toLowerCase()}");`, []],
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
