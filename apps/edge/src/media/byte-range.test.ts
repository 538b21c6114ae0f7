import { describe, expect, it } from "vitest";
import { matchesEtag, parseRange } from "./byte-range.ts";

describe("parseRange of 500 bytes", () => {
  it.each([
    [undefined, undefined],
    ["bytes=0-0", { start: 0, end: 1 }],
    ["bytes=100-", { start: 100, end: 500 }],
    ["bytes=-100", { start: 400, end: 500 }],
    ["bytes=-900", { start: 0, end: 500 }],
    ["bytes=400-900", { start: 400, end: 500 }],
    ["bytes=500-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=9-3", undefined],
    ["bytes=0-1,5-9", undefined],
    ["bytes=-", undefined],
    ["bytes=a-b", undefined],
    ["items=0-1", undefined],
  ])("parses %s as %j", (header, expected) => {
    expect(parseRange(header, 500)).toEqual(expected);
  });
});

describe("matchesEtag", () => {
  it.each([
    [undefined, false],
    ["*", true],
    ['"a"', true],
    ['"b", W/"a"', true],
    ['"b"', false],
  ])("compares %s with the tag: %s", (header, expected) => {
    expect(matchesEtag(header, '"a"')).toBe(expected);
  });
});
