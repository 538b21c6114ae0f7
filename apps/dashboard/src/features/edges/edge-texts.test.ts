import type { EdgeReport, EdgeView } from "@shoal/contract";
import { expect, test } from "vitest";
import { findProblems, offloadText, sortEdges } from "./edge-texts.ts";

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
const sampleEdge = (changes: Partial<EdgeReport> = {}, missedBy = 0): EdgeView => ({
  url: "https://eu1.example.com",
  missedBy,
  report: { ...REPORT, ...changes },
});

test.each<[string, EdgeView, ReturnType<typeof findProblems>]>([
  ["none", sampleEdge(), []],
  ["one that is silent", { ...sampleEdge(), report: null, missedBy: 2 }, ["away", "missed"]],
  ["one that others miss", sampleEdge({}, 1), ["missed"]],
  [
    "one without its neighbours",
    sampleEdge({ isApiAway: true, isFollowing: false, isDelivering: false }),
    ["apiAway", "notFollowing", "notDelivering"],
  ],
  ["one that ends", sampleEdge({ isClosing: true }), ["closing"]],
])("findProblems: %s", (_, view, problems) => expect(findProblems(view)).toEqual(problems));

test("edges with problems come first, then those with the most viewers", () => {
  const [few, many, faulty] = [
    sampleEdge(),
    sampleEdge({ viewers: 90 }),
    sampleEdge({ viewers: 1, isApiAway: true }),
  ];
  expect(sortEdges([few, many, faulty])).toEqual([faulty, many, few]);
});

test("the offload is a dash if nothing was loaded", () => {
  expect(offloadText({ serverBytes: 0, peerBytes: 0 })).toBe("–");
});
