import { expect, it } from "vitest";
import {
  type AudienceEvent,
  countArrivedBy,
  EDGE_RESOURCES,
  simulateEvent,
  type UnitCosts,
} from "./model.ts";

const FREE_COSTS: UnitCosts = {
  play: 0,
  arrival: 0,
  answer: 0,
  gigabyte: 0,
  beacon: 0,
  message: 0,
  heapBytes: 0,
};
const TEST_EVENT: AudienceEvent = {
  viewers: 12_000,
  edges: [4, 2],
  kbps: 1_000,
  segmentSec: 2,
  tracks: 2,
  offload: 0.9,
};

it("all viewers arrive within ten minutes, each of them once", () => {
  expect([0, 300, 600, 900].map((sec) => countArrivedBy(sec, 1_000))).toEqual([0, 500, 1_000, 1_000]);
});

it("the cost of playlists is that of the requests of an edge's viewers", () => {
  const { cores, totalCores } = simulateEvent(TEST_EVENT, { ...FREE_COSTS, answer: 50e-6 });
  // The first second has a sixth of the 12,000 viewers. Each requests a playlist per second for either of two renditions of 2 s.
  expect(cores.playlists).toBeCloseTo((12_000 / 6) * 50e-6, 3);
  expect(totalCores).toBe(cores.playlists);
});

it("servers send the bytes that do not come from peers, and all bytes of newcomers", () => {
  const { gigabitsPerSec } = simulateEvent(TEST_EVENT, FREE_COSTS);
  const once = (12_000 / 6) * 1e-3;
  expect(gigabitsPerSec).toBeGreaterThan(once * 0.1);
  expect(gigabitsPerSec).toBeLessThan(once * 0.2);
  expect(simulateEvent({ ...TEST_EVENT, offload: 0 }, FREE_COSTS).gigabitsPerSec).toBeCloseTo(once, 2);
});

it("a large audience is distributed over trackers, although each learns the others' counts with a delay", () => {
  const { viewersAtOneTracker } = simulateEvent(TEST_EVENT, FREE_COSTS);
  // The first edge alone gets the first 2,000 viewers and keeps them. After that it gets half of the next 2,000, a third of the
  // following 2,000, and so on.
  const firstOfFour = 2_000 * (1 + 1 / 2 + 1 / 3 + 1 / 4);
  expect(viewersAtOneTracker).toBeGreaterThan(firstOfFour * 0.9);
  expect(viewersAtOneTracker).toBeLessThan(firstOfFour * 1.1);
});

it("counts are sent when they change by a tenth, and rules are sent to all viewers", () => {
  const load = simulateEvent(TEST_EVENT, { ...FREE_COSTS, message: 1e-6 });
  expect(load.cores.counts).toBeGreaterThan(0);
  expect(load.ruleChangeSec).toBeCloseTo(load.viewersAtOneTracker * 1e-6, 9);
});

it("twice as many viewers cost twice as much of every resource except counts", () => {
  const costs: UnitCosts = {
    ...FREE_COSTS,
    play: 1e-3,
    arrival: 1e-3,
    answer: 1e-5,
    gigabyte: 1,
    beacon: 1e-5,
  };
  const [one, two] = [TEST_EVENT, { ...TEST_EVENT, viewers: 24_000 }].map((event) =>
    simulateEvent(event, costs),
  );
  for (const resource of EDGE_RESOURCES.filter((name) => name !== "counts"))
    expect(two?.cores[resource]).toBeCloseTo((one?.cores[resource] ?? 0) * 2, 1);
});
