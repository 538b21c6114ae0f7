import { type ClusterEdge, Placement } from "../../apps/edge/src/cluster/placement.ts";

/** The cost of one unit each: CPU seconds of an edge, and bytes of heap per connected viewer; measured in the same run. */
export interface UnitCosts {
  play: number;
  arrival: number;
  /** A playlist, or a part of a live, from memory. */
  answer: number;
  gigabyte: number;
  beacon: number;
  /** A message sent to all viewers of a room. */
  message: number;
  heapBytes: number;
}

export interface Event {
  viewers: number;
  /** Edges of each region. */
  edges: readonly number[];
  kbps: number;
  segmentSec: number;
  /** Renditions that each viewer follows: picture and sound. */
  tracks: number;
  /** Share of the bytes that come from peers, once a viewer has peers. */
  offload: number;
}

/** All viewers arrive within this time, most of them in its middle, as for the kick-off of a match. */
const ARRIVE_SEC = 600;
const LASTS_SEC = 900;
/** Until a newcomer has peers, servers send everything. */
const ALONE_SEC = 10;
const BEACON_SEC = 10;
/** A playback token lasts for an hour and is renewed after three quarters of it, spread out as the viewers arrived. */
const RENEW_SEC = 2_700;
/** The delay with which edges learn of each other's rooms. */
const REPORT_DELAY_SEC = 2;
/** The number of `Placement` decisions for a large audience: each stands for several viewers. */
const PLACED_AT_ONCE = 10_000;

export const RESOURCES = ["playing", "meeting", "playlists", "segments", "beacons", "counts"] as const;
export type Resource = (typeof RESOURCES)[number];

/** The worst second of the busiest edge. */
export interface Load {
  /** Cores by purpose, in the second in which their sum is largest. */
  cores: Record<Resource, number>;
  totalCores: number;
  /** In the second with the most traffic. */
  gigabitsPerSec: number;
  heapGigabytes: number;
  viewersAtOneTracker: number;
  /** Beacons received by all edges in the second with most of them: each is a row in ClickHouse. */
  beaconsPerSec: number;
  /** Telling all viewers of the busiest edge that rules have changed, CPU seconds of that edge. */
  ruleChangeSec: number;
}

interface EdgeState {
  url: string;
  /** Viewers whose tracker this is. */
  members: number;
  /** The audience size last sent to its viewers. */
  reported: number;
}

/** Viewers who have arrived by a given second of the event: slowly, then most, then the last. */
export const arrivedBy = (sec: number, viewers: number): number => {
  const share = Math.min(1, Math.max(0, sec / ARRIVE_SEC));
  return Math.round(viewers * share * share * (3 - 2 * share));
};

/**
 * Simulates an event second by second. The tracker that a viewer joins is decided by the edges' own `Placement`, which learns the
 * counts of other edges with the same delay as in production; media requests are spread by DNS, assumed to be even.
 */
export function simulateEvent(event: Event, costs: UnitCosts): Load {
  const worst = emptyLoad();
  const allEdges = event.edges.reduce((sum, count) => sum + count, 0);
  for (const [number, count] of event.edges.entries()) {
    const region = openRegion(`region ${number}`, count);
    const share = count / allEdges;
    for (let sec = 1; sec <= LASTS_SEC; sec += 1) {
      const before = Math.round(arrivedBy(sec - 1, event.viewers) * share);
      const viewers = Math.round(arrivedBy(sec, event.viewers) * share);
      const messages = region.admit(viewers - before, PLACED_AT_ONCE / event.viewers);
      const alone = viewers - Math.round(arrivedBy(sec - ALONE_SEC, event.viewers) * share);
      keepWorst(
        worst,
        secondOf(event, costs, { ...region, viewers, arrivals: viewers - before, alone, messages }),
      );
    }
    const members = region.largest();
    worst.viewersAtOneTracker = Math.max(worst.viewersAtOneTracker, members);
    worst.heapGigabytes = Math.max(worst.heapGigabytes, (members * costs.heapBytes) / 1e9);
    worst.ruleChangeSec = Math.max(worst.ruleChangeSec, members * costs.message);
  }
  worst.beaconsPerSec = event.viewers / BEACON_SEC;
  return worst;
}

interface Second {
  edges: number;
  viewers: number;
  arrivals: number;
  alone: number;
  /** At the edge that sends the most. */
  messages: number;
}

/** For the busiest edge of a region. */
function secondOf(event: Event, costs: UnitCosts, second: Second) {
  const { edges, viewers, arrivals, alone, messages } = second;
  const each = (count: number) => count / edges;
  const gigabytes = ((viewers - alone) * (1 - event.offload) + alone) * ((event.kbps * 125) / 1e9);
  const cores: Record<Resource, number> = {
    playing: each(arrivals + viewers / RENEW_SEC) * costs.play,
    meeting: each(arrivals) * costs.arrival,
    playlists: each((viewers * event.tracks) / event.segmentSec) * costs.answer,
    segments: each(gigabytes) * costs.gigabyte,
    beacons: each(viewers / BEACON_SEC) * costs.beacon,
    counts: messages * costs.message,
  };
  return { cores, gigabitsPerSec: each(gigabytes) * 8 };
}

function keepWorst(worst: Load, { cores, gigabitsPerSec }: ReturnType<typeof secondOf>): void {
  const totalCores = RESOURCES.reduce((sum, resource) => sum + cores[resource], 0);
  worst.gigabitsPerSec = Math.max(worst.gigabitsPerSec, gigabitsPerSec);
  if (totalCores <= worst.totalCores) return;
  worst.totalCores = totalCores;
  worst.cores = cores;
}

/** The edges of one region, and the viewers who have joined their trackers. */
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
    /** @returns messages about the audience that the busiest tracker sends in this second. */
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

/** A change of less than a tenth is not sent. */
function sendAudience(edge: EdgeState, audience: number): number {
  if (Math.abs(audience - edge.reported) < edge.reported / 10) return 0;
  edge.reported = audience;
  return edge.members;
}

function emptyLoad(): Load {
  const cores = Object.fromEntries(RESOURCES.map((resource) => [resource, 0])) as Record<Resource, number>;
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
