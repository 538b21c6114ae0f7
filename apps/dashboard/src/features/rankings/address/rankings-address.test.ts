import { expect, test } from "vitest";
import {
  orderOf,
  parseIntegerIn,
  parseRankingState,
  type RankingState,
  toSearchParams,
} from "./rankings-address.ts";

const parseSearch = (search: string) => parseRankingState(new URLSearchParams(search), "video");
const CUSTOM_PERIOD = {
  fromMs: Date.parse("2026-11-01T00:00:00Z"),
  toMs: Date.parse("2026-11-02T00:00:00Z"),
};

test("an empty URL shows ten videos of the previous day with at least five views", () => {
  expect(parseSearch("")).toMatchObject({
    range: "yesterday",
    of: "video",
    sort: "watchedSec",
    isWorst: false,
    size: 10,
    minViews: 5,
  });
  expect(parseRankingState(new URLSearchParams(), "camera").of).toBe("camera");
});

test.each(["of=session", "sort=%27", "size=0", "size=101", "size=1e1", "views=-1", "range=own"])(
  "the invalid parameter %s is ignored",
  (search) => {
    expect(parseSearch(search)).toEqual(parseSearch(""));
  },
);

test("states survive a round trip through the URL, without defaults", () => {
  const states: RankingState[] = [
    {
      ...parseSearch(""),
      of: "country",
      sort: "rebufferingSecPerHour",
      isWorst: true,
      size: 100,
      minViews: 0,
    },
    { ...parseSearch(""), range: "own", own: CUSTOM_PERIOD },
  ];
  for (const state of states)
    expect(parseRankingState(toSearchParams(state, "video"), "video")).toEqual(state);
  expect(String(toSearchParams(parseSearch(""), "video"))).toBe("");
  // For clients whose default ranking is of cameras, the URL must name videos explicitly.
  expect(String(toSearchParams(parseSearch(""), "camera"))).toBe("of=video");
});

test("the best have the least rebuffering and the most of other figures, the worst the opposite", () => {
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
])("%j as a number from 1 to 100 is %o", (text, expected) => {
  expect(parseIntegerIn(text, { min: 1, max: 100 })).toBe(expected);
});
