import { expect, test } from "vitest";
import { insertMention, mentionsIn, openMentionAt, piecesOf } from "./mentions.ts";

const USERNAMES = ["anna", "anna.b", "ben"];

test.each([
  ["Ask @anna", ["anna"]],
  ["@Ben, and (@anna.b)!", ["ben", "anna.b"]],
  ["@anna @anna", ["anna"]],
  ["@annabel", []],
  ["mail@ben.example", []],
  ["", []],
])("%j mentions %j", (text, names) => {
  expect(mentionsIn(text, USERNAMES)).toEqual(names);
});

test("piecesOf splits a text at its mentions and keeps every character", () => {
  const text = "<b>@anna</b> @nobody @ben";
  const pieces = piecesOf(text, USERNAMES);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  expect(pieces.filter(({ isMention }) => isMention).map((piece) => piece.text)).toEqual(["@anna", "@ben"]);
});

test.each([
  ["Ask @an", 7, { at: 4, typed: "an" }],
  ["@", 1, { at: 0, typed: "" }],
  ["Ask @anna now", 13, undefined],
  ["mail@ben", 8, undefined],
  ["Ask", 3, undefined],
])("in %j, the mention being typed at %i is %j", (text, caret, open) => {
  expect(openMentionAt(text, caret)).toEqual(open);
});

test("a chosen name replaces the typed part", () => {
  expect(insertMention("Ask @an now", { at: 4, typed: "an" }, "anna")).toEqual({
    text: "Ask @anna now",
    caret: 10,
  });
  expect(insertMention("@b", { at: 0, typed: "b" }, "ben")).toEqual({ text: "@ben ", caret: 5 });
});
