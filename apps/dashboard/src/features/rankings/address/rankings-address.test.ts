import { expect, test } from "vitest";
import { orderOf, type RankingState, readRanking, wholeIn, writeRanking } from "./rankings-address.ts";

const read = (search: string) => readRanking(new URLSearchParams(search), "video");
const own = { fromMs: Date.parse("2026-11-01T00:00:00Z"), toMs: Date.parse("2026-11-02T00:00:00Z") };

test("without a word, ten videos of the day before are shown, viewed five times at least", () => {
  expect(read("")).toMatchObject({
    range: "yesterday",
    of: "video",
    sort: "watchedSec",
    isWorst: false,
    size: 10,
    minViews: 5,
  });
  expect(readRanking(new URLSearchParams(), "camera").of).toBe("camera");
});

test.each(["of=session", "sort=%27", "size=0", "size=101", "size=1e1", "views=-1", "range=own"])(
  "%s counts as if it were not there",
  (search) => {
    expect(read(search)).toEqual(read(""));
  },
);

test("what is written is read again, and defaults are not written", () => {
  const states: RankingState[] = [
    { ...read(""), of: "country", sort: "rebufferingSecPerHour", isWorst: true, size: 100, minViews: 0 },
    { ...read(""), range: "own", own },
  ];
  for (const state of states) expect(readRanking(writeRanking(state, "video"), "video")).toEqual(state);
  expect(String(writeRanking(read(""), "video"))).toBe("");
  // Where cameras are usual, videos must be named.
  expect(String(writeRanking(read(""), "camera"))).toBe("of=video");
});

test("the best have least rebuffering and most of what is good, the worst the other way round", () => {
  expect(orderOf("rebufferingSecPerHour", false)).toBe("asc");
  expect(orderOf("rebufferingSecPerHour", true)).toBe("desc");
  expect(orderOf("offloadPercent", false)).toBe("desc");
  expect(orderOf("offloadPercent", true)).toBe("asc");
});

test.each([
  ["12", 12],
  [" 1 ", 1],
  ["100", 100],
  ["101", undefined],
  ["0", undefined],
  ["1.5", undefined],
  ["", undefined],
])("%j is %o of one to a hundred", (text, expected) => {
  expect(wholeIn(text, { min: 1, max: 100 })).toBe(expected);
});
