import { expect, test } from "vitest";
import { type MapState, readMap, writeMap } from "./map-address.ts";

const read = (search: string) => readMap(new URLSearchParams(search));
const own = { fromMs: Date.parse("2026-11-01T00:00:00Z"), toMs: Date.parse("2026-11-02T00:00:00Z") };

test("an empty or invalid URL shows viewers and cameras of the previous day", () => {
  expect(read("")).toMatchObject({ range: "yesterday", metric: "viewers", layer: "both" });
  expect(read("range=never&metric=%27&show=pins")).toEqual(read(""));
});

test("states survive a round trip through the URL, without defaults", () => {
  const states: MapState[] = [
    { ...read(""), range: "own", own },
    { ...read(""), metric: "deliveredBytes", layer: "cameras", range: "week" },
  ];
  for (const state of states) expect(readMap(writeMap(state))).toEqual(state);
  expect(String(writeMap(read("")))).toBe("");
});
