import { expect, test } from "vitest";
import { parsePluginSearch, parseVideoSearch } from "./video-search.ts";

test.each([
  ["", []],
  ["  ", []],
  ["harbour", [["title", "harbour"]]],
  [
    "harbour night",
    [
      ["title", "harbour"],
      ["title", "night"],
    ],
  ],
  ["harbour+night", [["title", "harbour", "night"]]],
  ['"harbour at night"', [["title", "harbour at night"]]],
  [
    "TAGS:sport+news status:error",
    [
      ["tags", "sport", "news"],
      ["status", "error"],
    ],
  ],
  ['title:"a + b"+c', [["title", "a + b", "c"]]],
  [
    'description:"long walk" id:0a1b',
    [
      ["description", "long walk"],
      ["id", "0a1b"],
    ],
  ],
  ["tags:", []],
  ["tags:+", []],
  ["10:30", [["title", "10:30"]]],
  ["ids", [["title", "ids"]]],
  ["IDE", [["title", "IDE"]]],
  ["descriptions+titles", [["title", "descriptions", "titles"]]],
  [
    'an "open quote',
    [
      ["title", "an"],
      ["title", "open quote"],
    ],
  ],
])("the search %j is parsed as %j", (text, expected) => {
  expect(parseVideoSearch(text).map(({ keyword, values }) => [keyword, ...values])).toEqual(expected);
});

test("a very long search is parsed up to a limit", () => {
  expect(parseVideoSearch("a ".repeat(1_000))).toHaveLength(20);
  expect(parseVideoSearch(`tags:${"a+".repeat(1_000)}`)[0]?.values).toHaveLength(20);
});

test("the search of media on other CDNs treats unsupported keywords as plain words", () => {
  expect(parsePluginSearch('Title:"long walk" tags:sea description:sand id:0a1b status:error')).toEqual([
    { keyword: "title", values: ["long walk"] },
    { keyword: "tags", values: ["sea"] },
    { keyword: "description", values: ["sand"] },
    { keyword: "title", values: ["id:0a1b"] },
    { keyword: "title", values: ["status:error"] },
  ]);
});
