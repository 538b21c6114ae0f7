import { simulate } from "@shoal/swarm-sim";
import { measureBeacons } from "./beacons.ts";
import type { Bench, Figure } from "./bench.ts";
import { measureCase, VIDEO_CASE } from "./edge.ts";
import {
  type AudienceEvent,
  EDGE_RESOURCES,
  type EdgeLoad,
  simulateEvent,
  type UnitCosts,
} from "./growth/model.ts";
import { measureEdgeCrowd } from "./live/edge-crowd.ts";
import { measurePlay } from "./play.ts";
import { findScenario } from "./swarm/scenarios.ts";
import { measureTrackers } from "./tracker.ts";

const AUDIENCE_SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** The number of edges in each of five regions, in proportion to the region's share of the audience. */
const FORTY_EDGES = [12, 10, 8, 6, 4];
const LIVE_MEDIA = { kbps: 2_500, segmentSec: 2, tracks: 2 };
const SCENARIO_NAME = "1,000 live, real uplinks, 20 % NAT failures";

/** The highest permitted use of an edge's core and bandwidth, as a share. An edge is one process with one core. */
const MAX_USE = 0.7;
/** The assumed capacity and cost of a machine with eight edges: a dedicated server of a large European hoster, late 2026. */
const EDGE_MACHINE = { edges: 8, gigabitsPerSec: 10, euroPerHour: 0.3, euroPerTerabyte: 1 };

/**
 * Computes the load of a live with 1,000 to 1,000,000 viewers from the cost of each step, which the bench measures first. The
 * viewers play some seconds behind the live edge, so peers send most bytes.
 */
async function measureGrowth(): Promise<Figure[]> {
  const costs = await measureCosts();
  const { offload } = simulate(findScenario(SCENARIO_NAME).options);
  return [
    ...AUDIENCE_SIZES.map((viewers) =>
      sizeFigure({ ...LIVE_MEDIA, viewers, edges: FORTY_EDGES, offload }, costs),
    ),
    limitsFigure({ ...LIVE_MEDIA, viewers: 1_000_000, edges: FORTY_EDGES, offload }, costs),
  ];
}

async function measureCosts(): Promise<UnitCosts> {
  const figures = [
    ...(await measurePlay()),
    ...(await measureBeacons()),
    await measureCase(VIDEO_CASE),
    ...(await measureTrackers()),
    ...(await measureEdgeCrowd()),
  ];
  const found: Partial<UnitCosts> = {};
  for (const { unitCosts } of figures) Object.assign(found, unitCosts);
  const { play, arrival, answer, gigabyte, beacon, message, heapBytes } = found;
  const all = [play, arrival, answer, gigabyte, beacon, message, heapBytes];
  if (all.some((cost) => cost === undefined)) throw new Error("A cost was not measured");
  return found as UnitCosts;
}

/**
 * Computes the smallest number of edges whose use stays within `MAX_USE`, with the regions in the same proportions, and their cost
 * per hour.
 */
function sizeFigure(event: AudienceEvent, costs: UnitCosts): Figure {
  const { edges, load } = fewestEdges(event, costs);
  const count = edges.reduce((sum, each) => sum + each, 0);
  const machines = Math.ceil(count / EDGE_MACHINE.edges);
  const terabytes = (event.viewers * (1 - event.offload) * event.kbps * 125 * 3_600) / 1e12;
  const euro = machines * EDGE_MACHINE.euroPerHour + terabytes * EDGE_MACHINE.euroPerTerabyte;
  return {
    name: `growth: a live of ${LIVE_MEDIA.kbps / 1_000} Mbit/s with ${event.viewers.toLocaleString("en")} viewers, ${(event.offload * 100).toFixed(1)} % from peers: edges of one core, for an hour`,
    value: `edges: ${count}, machines: ${machines}, ${euro.toFixed(2)} €`,
    reach: `≤ 40 edges`,
    isReached: count <= 40,
    detail: `${(euro / event.viewers).toFixed(6)} € a viewer and hour, ${terabytes.toFixed(2)} TB from servers; ${describeLoad(load)}`,
  };
}

function fewestEdges(event: AudienceEvent, costs: UnitCosts): { edges: number[]; load: EdgeLoad } {
  for (let count = 1; ; count = Math.ceil(count * 1.1)) {
    const edges = distributeEdges(count);
    const load = simulateEvent({ ...event, edges }, costs);
    if (useOf(load) <= MAX_USE) return { edges, load };
  }
}

/** Distributes edges over the regions in the proportions of the forty edges, with at least one per region. */
function distributeEdges(count: number): number[] {
  const share = count / 40;
  const edges = FORTY_EDGES.map((each) => Math.round(each * share)).filter((each) => each > 0);
  return edges.length > 0 ? edges : [1];
}

const describeSize = (load: EdgeLoad) =>
  (load.gigabitsPerSec * EDGE_MACHINE.edges) / EDGE_MACHINE.gigabitsPerSec;
const useOf = (load: EdgeLoad) => Math.max(load.totalCores, describeSize(load));

/** Computes the used share of each resource for a million viewers on forty edges. The most used resource comes first. */
function limitsFigure(event: AudienceEvent, costs: UnitCosts): Figure {
  const load = simulateEvent(event, costs);
  const parts = [
    ...EDGE_RESOURCES.map((name) => ({ name: `core for ${name}`, use: load.cores[name] })),
    { name: "all of a core", use: load.totalCores },
    { name: "line", use: describeSize(load) },
  ].toSorted((a, b) => b.use - a.use);
  const use = useOf(load);
  const breaksAt = Math.round(event.viewers / use);
  return {
    name: "growth: a million viewers on 40 edges, use of the busiest edge in its worst second",
    value: parts.map(({ name, use: part }) => `${name} ${(part * 100).toFixed(0)} %`).join(", "),
    reach: `≤ ${MAX_USE * 100} %`,
    isReached: use <= MAX_USE,
    detail: `40 edges are full at about ${breaksAt.toLocaleString("en")} viewers; ${describeLoad(load)}; a play session ${toMicroseconds(costs.play)}, an arrival at the tracker ${toMicroseconds(costs.arrival)}, a playlist ${toMicroseconds(costs.answer)}, a beacon ${toMicroseconds(costs.beacon)}, a message to all ${toMicroseconds(costs.message)}, a GB ${costs.gigabyte.toFixed(2)} s`,
  };
}

const toMicroseconds = (sec: number) => `${(sec * 1e6).toFixed(0)} µs`;

const describeLoad = (load: EdgeLoad) =>
  `the busiest edge takes ${load.totalCores.toFixed(2)} cores and ${load.gigabitsPerSec.toFixed(2)} Gbit/s; ${load.viewersAtOneTracker.toLocaleString("en")} viewers at one tracker, ${load.heapGigabytes.toFixed(2)} GB of heap; ${load.beaconsPerSec.toLocaleString("en")} beacons a second in all; a change of rules keeps an edge busy for ${load.ruleChangeSec.toFixed(2)} s`;

export const growthBench: Bench[] = [{ name: "growth", run: measureGrowth }];
