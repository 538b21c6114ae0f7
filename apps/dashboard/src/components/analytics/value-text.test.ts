import type { StatisticsDimension } from "@shoal/contract";
import { expect, test } from "vitest";
import { describeValue } from "./value-text.ts";

test.each<[StatisticsDimension, string, ReturnType<typeof describeValue>]>([
  ["country", "DE", { text: "Allemagne" }],
  ["country", "XK", { text: "Kosovo" }],
  ["country", "nowhere", { text: "nowhere" }],
  ["country", "", "unknown"],
  ["provider", "3215", { text: "AS3215" }],
  ["provider", "0", "unknown"],
  ["rendition", "1080", { text: "1080p" }],
  ["rendition", "0", "unknown"],
  ["device", "tv", { word: "tv" }],
  ["device", "console", { text: "console" }],
  ["network", "mobile", { word: "mobile" }],
  ["network", "unknown", "unknown"],
  ["browser", "Firefox", { text: "Firefox" }],
  // "phone" is translated only as a device: a player may have that name.
  ["player", "phone", { text: "phone" }],
])("the %s %j is described as %o in French", (dimension, value, expected) => {
  expect(describeValue(dimension, value, "fr")).toEqual(expected);
});
