import type { EdgeReport, EdgeView } from "@shoal/contract";
import { expect, test } from "vitest";
import { findProblems, inOrder, offloadText } from "./edge-texts.ts";

const REPORT: EdgeReport = {
  version: "0.1.0",
  startedAtMs: 1,
  isClosing: false,
  viewers: 7,
  rooms: 2,
  placesTaken: 0,
  waiting: 0,

  countedSec: 300,
  admitted: 9,
  refused: {},
  limited: {},
  failed: 0,
  serverBytes: 0,
  peerBytes: 0,

  spoolBytes: 0,
  isDelivering: true,
  isApiAway: false,
  isFollowing: true,
  edgesAway: [],
};
const edge = (changes: Partial<EdgeReport> = {}, missedBy = 0): EdgeView => ({
  url: "https://eu1.example.com",
  missedBy,
  report: { ...REPORT, ...changes },
});

test.each<[string, EdgeView, ReturnType<typeof findProblems>]>([
  ["none", edge(), []],
  ["one that is silent", { ...edge(), report: null, missedBy: 2 }, ["away", "missed"]],
  ["one that others miss", edge({}, 1), ["missed"]],
  [
    "one without its neighbours",
    edge({ isApiAway: true, isFollowing: false, isDelivering: false }),
    ["apiAway", "notFollowing", "notDelivering"],
  ],
  ["one that ends", edge({ isClosing: true }), ["closing"]],
])("findProblems: %s", (_, view, problems) => expect(findProblems(view)).toEqual(problems));

test("edges with problems come first, then those with the most viewers", () => {
  const [few, many, faulty] = [edge(), edge({ viewers: 90 }), edge({ viewers: 1, isApiAway: true })];
  expect(inOrder([few, many, faulty])).toEqual([faulty, many, few]);
});

test("the offload is a dash if nothing was loaded", () => {
  expect(offloadText({ serverBytes: 0, peerBytes: 0 })).toBe("–");
});
