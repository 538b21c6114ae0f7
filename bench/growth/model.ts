import { type ClusterEdge, Placement } from "../../apps/edge/src/cluster/placement.ts";

/** The measured cost of one unit of each kind of work, in CPU seconds of an edge. The heap is in bytes per connected viewer. */
export interface UnitCosts {
  play: number;
  arrival: number;
  /** The cost of sending a playlist, or a part of a live, from memory. */
  answer: number;
  gigabyte: number;
  beacon: number;
  /** The cost of a message sent to all viewers of a room. */
  message: number;
  heapBytes: number;
}

export interface AudienceEvent {
  viewers: number;
  /** The number of edges in each region. */
  edges: readonly number[];
  kbps: number;
  segmentSec: number;
  /** The number of renditions that each viewer follows: video and audio. */
  tracks: number;
  /** The share of the bytes that come from peers, once a viewer has peers. */
  offload: number;
}

/** The time within which all viewers arrive, most of them in its middle, as before the kick-off of a match. */
const ARRIVAL_SPREAD_SEC = 600;
const EVENT_DURATION_SEC = 900;
/** The time until a newcomer has peers, during which servers send everything. */
const PEERLESS_DURATION_SEC = 10;
const BEACON_INTERVAL_SEC = 10;
/** The age at which a playback token of an hour is renewed, for each viewer counted from its arrival. */
const RENEWAL_INTERVAL_SEC = 2_700;
/** The delay with which edges learn of each other's rooms. */
const REPORT_DELAY_SEC = 2;
/** The maximum number of `Placement` decisions for an audience. In a larger audience, each decision stands for several viewers. */
const VIEWERS_PER_PLACEMENT = 10_000;

export const EDGE_RESOURCES = ["playing", "meeting", "playlists", "segments", "beacons", "counts"] as const;
export type EdgeResource = (typeof EDGE_RESOURCES)[number];

/** The load of the busiest edge in its worst second. */
export interface EdgeLoad {
  /** The used cores by purpose, in the second in which the most cores are used. */
  cores: Record<EdgeResource, number>;
  totalCores: number;
  /** The traffic in the busiest second. */
  gigabitsPerSec: number;
  heapGigabytes: number;
  viewersAtOneTracker: number;
  /** The beacons that all edges receive in the busiest second. Each beacon is a row in ClickHouse. */
  beaconsPerSec: number;
  /** The CPU seconds of the busiest edge for sending changed rules to all its viewers. */
  ruleChangeSec: number;
}

interface EdgeState {
  url: string;
  /** The number of viewers connected to the tracker of this edge. */
  members: number;
  /** The audience size that the tracker last sent to its viewers. */
  reported: number;
}

/** Returns the number of viewers who have arrived by a second of the event. Most of them arrive in the middle of the arrival period. */
export const countArrivedBy = (sec: number, viewers: number): number => {
  const share = Math.min(1, Math.max(0, sec / ARRIVAL_SPREAD_SEC));
  return Math.round(viewers * share * share * (3 - 2 * share));
};

/**
 * Simulates an event second by second. The edges' own `Placement` decides which tracker a viewer joins, and learns the counts of
 * other edges with the same delay as in production. Media requests are assumed to be spread evenly by DNS.
 */
export function simulateEvent(event: AudienceEvent, costs: UnitCosts): EdgeLoad {
  const worst = emptyLoad();
  const allEdges = event.edges.reduce((sum, count) => sum + count, 0);
  for (const [number, count] of event.edges.entries()) {
    const region = openRegion(`region ${number}`, count);
    const share = count / allEdges;
    for (let sec = 1; sec <= EVENT_DURATION_SEC; sec += 1) {
      const before = Math.round(countArrivedBy(sec - 1, event.viewers) * share);
      const viewers = Math.round(countArrivedBy(sec, event.viewers) * share);
      const messages = region.admit(viewers - before, VIEWERS_PER_PLACEMENT / event.viewers);
      const alone = viewers - Math.round(countArrivedBy(sec - PEERLESS_DURATION_SEC, event.viewers) * share);
      updateWorst(
        worst,
        loadInSecond(event, costs, { ...region, viewers, arrivals: viewers - before, alone, messages }),
      );
    }
    const members = region.largest();
    worst.viewersAtOneTracker = Math.max(worst.viewersAtOneTracker, members);
    worst.heapGigabytes = Math.max(worst.heapGigabytes, (members * costs.heapBytes) / 1e9);
    worst.ruleChangeSec = Math.max(worst.ruleChangeSec, members * costs.message);
  }
  worst.beaconsPerSec = event.viewers / BEACON_INTERVAL_SEC;
  return worst;
}

interface SecondState {
  edges: number;
  viewers: number;
  arrivals: number;
  alone: number;
  /** The number of messages sent by the edge that sends the most. */
  messages: number;
}

/** Computes the load of a region's busiest edge in one second of the event. */
function loadInSecond(event: AudienceEvent, costs: UnitCosts, second: SecondState) {
  const { edges, viewers, arrivals, alone, messages } = second;
  const each = (count: number) => count / edges;
  const gigabytes = ((viewers - alone) * (1 - event.offload) + alone) * ((event.kbps * 125) / 1e9);
  const cores: Record<EdgeResource, number> = {
    playing: each(arrivals + viewers / RENEWAL_INTERVAL_SEC) * costs.play,
    meeting: each(arrivals) * costs.arrival,
    playlists: each((viewers * event.tracks) / event.segmentSec) * costs.answer,
    segments: each(gigabytes) * costs.gigabyte,
    beacons: each(viewers / BEACON_INTERVAL_SEC) * costs.beacon,
    counts: messages * costs.message,
  };
  return { cores, gigabitsPerSec: each(gigabytes) * 8 };
}

function updateWorst(worst: EdgeLoad, { cores, gigabitsPerSec }: ReturnType<typeof loadInSecond>): void {
  const totalCores = EDGE_RESOURCES.reduce((sum, resource) => sum + cores[resource], 0);
  worst.gigabitsPerSec = Math.max(worst.gigabitsPerSec, gigabitsPerSec);
  if (totalCores <= worst.totalCores) return;
  worst.totalCores = totalCores;
  worst.cores = cores;
}

/** Simulates the edges of one region, and the viewers who have joined their trackers. */
function openRegion(region: string, count: number) {
  const edges: EdgeState[] = Array.from({ length: count }, (_, index) => ({
    url: `https://${region}-${index}.example.com`,
    members: 0,
    reported: 0,
  }));
  const all: ClusterEdge[] = edges.map(({ url }) => ({ region, url }));
  const history: Map<string, number>[] = [];
  const known = {
    isAway: () => false,
    countAt: (url: string) => history.at(-1 - REPORT_DELAY_SEC)?.get(url) ?? 0,
  };
  const placement = new Placement({ own: all[0]?.url ?? "", edges: all, known });
  const stateOf = new Map(edges.map((edge) => [edge.url, edge]));
  let decisions = 0;
  return {
    edges: count,
    /** Admits viewers. @returns the messages about the audience that the busiest tracker sends in this second. */
    admit(arrivals: number, decisionsEach: number): number {
      const batch = Math.max(1, Math.round(1 / Math.max(decisionsEach, 1e-9)));
      for (let left = arrivals; left > 0; left -= batch) {
        const edge = stateOf.get(placement.trackerFor("live", `session ${decisions++}`));
        if (edge) edge.members += Math.min(batch, left);
      }
      history.push(new Map(edges.map(({ url, members }) => [url, members])));
      const audience = edges.reduce((sum, { members }) => sum + members, 0);
      return Math.max(...edges.map((edge) => sendAudience(edge, audience)));
    },
    largest: () => Math.max(...edges.map(({ members }) => members)),
  };
}

/** Returns the number of messages that announce a change of the audience. A change of less than a tenth is not sent. */
function sendAudience(edge: EdgeState, audience: number): number {
  if (Math.abs(audience - edge.reported) < edge.reported / 10) return 0;
  edge.reported = audience;
  return edge.members;
}

function emptyLoad(): EdgeLoad {
  const cores = Object.fromEntries(EDGE_RESOURCES.map((resource) => [resource, 0])) as Record<
    EdgeResource,
    number
  >;
  return {
    cores,
    totalCores: 0,
    gigabitsPerSec: 0,
    heapGigabytes: 0,
    viewersAtOneTracker: 0,
    beaconsPerSec: 0,
    ruleChangeSec: 0,
  };
}
