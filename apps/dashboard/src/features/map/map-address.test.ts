import { expect, test } from "vitest";
import { type MapState, parseMapState, toSearchParams } from "./map-address.ts";

const parseSearch = (search: string) => parseMapState(new URLSearchParams(search));
const CUSTOM_PERIOD = {
  fromMs: Date.parse("2026-11-01T00:00:00Z"),
  toMs: Date.parse("2026-11-02T00:00:00Z"),
};

test("an empty or invalid URL shows viewers and cameras of the previous day", () => {
  expect(parseSearch("")).toMatchObject({ range: "yesterday", metric: "viewers", layer: "both" });
  expect(parseSearch("range=never&metric=%27&show=pins")).toEqual(parseSearch(""));
});

test("states survive a round trip through the URL, without defaults", () => {
  const states: MapState[] = [
    { ...parseSearch(""), range: "own", own: CUSTOM_PERIOD },
    { ...parseSearch(""), metric: "deliveredBytes", layer: "cameras", range: "week" },
  ];
  for (const state of states) expect(parseMapState(toSearchParams(state))).toEqual(state);
  expect(String(toSearchParams(parseSearch("")))).toBe("");
});
