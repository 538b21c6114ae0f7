import { type Announcement, addRange, hasNumber, removeRange } from "../protocol/index.ts";
import type { Holdings, PeerView, SwarmEffect, SwarmState, Want } from "./state.ts";
import * as TUNING from "./tuning.ts";

type SegmentPosition = Pick<Want, "track" | "index">;

export const fetchKey = ({ track, index }: SegmentPosition): string => `${track}#${index}`;

export function holdsSegment(holdings: Holdings, { track, index }: SegmentPosition): boolean {
  const ranges = holdings[track];
  return ranges !== undefined && hasNumber(ranges, index);
}

export function addHolding(holdings: Holdings, track: string, from: number, to: number): Holdings {
  return { ...holdings, [track]: addRange(holdings[track] ?? [], from, to) };
}

export function removeHolding(holdings: Holdings, track: string, from: number, to: number): Holdings {
  const ranges = holdings[track];
  return ranges ? { ...holdings, [track]: removeRange(ranges, from, to) } : holdings;
}

/** Limits the announcements of a peer. More tracks or holes than any player produces are ignored. */
function isBounded(holdings: Holdings, track: string): boolean {
  const ranges = holdings[track];
  if (ranges) return ranges.length < TUNING.maxPeerRanges;
  return Object.keys(holdings).length < TUNING.maxPeerTracks;
}

function applyAnnouncement(peer: PeerView, entry: Announcement, nowMs: number): PeerView {
  const { track, from, to, holding } = entry;
  const have = removeHeldRange(peer.have, entry);
  const want = removeHeldRange(peer.want, entry);
  const fetching = removeFetches(peer.fetching, entry);
  if (holding === "have" && isBounded(have, track)) {
    return { ...peer, want, fetching, have: addHolding(have, track, from, to) };
  }
  if (holding === "want" && isBounded(want, track)) {
    return { ...peer, have, fetching, want: addHolding(want, track, from, to) };
  }
  // Only one segment at a time is fetched from the server.
  if (holding === "fetching" && Object.keys(fetching).length < TUNING.maxPeerFetches) {
    return { ...peer, have, want, fetching: { ...fetching, [fetchKey({ track, index: from })]: nowMs } };
  }
  return { ...peer, have, want, fetching };
}

/** Removes a range. If this makes too many holes, the remaining track counts as missing. */
function removeHeldRange(holdings: Holdings, { track, from, to }: Announcement): Holdings {
  const rest = removeHolding(holdings, track, from, to);
  const ranges = rest[track] ?? [];
  return ranges.length > TUNING.maxPeerRanges
    ? { ...rest, [track]: ranges.slice(0, TUNING.maxPeerRanges) }
    : rest;
}

function removeFetches(
  fetching: PeerView["fetching"],
  { track, from, to }: Announcement,
): PeerView["fetching"] {
  let rest = fetching;
  for (const key of Object.keys(fetching)) {
    const cut = key.lastIndexOf("#");
    const index = Number(key.slice(cut + 1));
    if (index < from || index >= to || key.slice(0, cut) !== track) continue;
    const { [key]: _ended, ...others } = rest;
    rest = others;
  }
  return rest;
}

/** Applies a peer's announcement. */
export function applyAnnouncements(
  peer: PeerView,
  entries: readonly Announcement[],
  nowMs: number,
): PeerView {
  let next: PeerView = { ...peer, isKnown: true };
  for (const entry of entries) next = applyAnnouncement(next, entry, nowMs);
  return next;
}

/** Lists all held and fetched segments, for a newly connected peer. */
export function describeHoldings(state: SwarmState): Announcement[] {
  const entries: Announcement[] = [];
  for (const [track, ranges] of Object.entries(state.held)) {
    for (let at = 0; at < ranges.length; at += 2) {
      entries.push({ track, from: ranges[at] ?? 0, to: ranges[at + 1] ?? 0, holding: "have" });
    }
  }
  for (const { track, index, pieces } of Object.values(state.wants)) {
    const isFetching = pieces.some((piece) => piece.peerId === "");
    entries.push({ track, from: index, to: index + 1, holding: isFetching ? "fetching" : "want" });
  }
  return entries.filter(isAnnounced);
}

/**
 * Returns whether a segment is announced. Parts are not announced, because they come from the server. Announcing each part would
 * send a hundred useless messages per second to ten viewers at the live edge.
 */
const isAnnounced = ({ track }: Announcement): boolean => track !== "";

/**
 * Joins all announcements of one step into one message, and adjacent segments into one range. Each message costs a slow uplink 148
 * bytes per peer. A fetch is announced segment by segment.
 */
export function joinAnnouncements(effects: readonly SwarmEffect[]): SwarmEffect[] {
  const entries: Announcement[] = [];
  const others = effects.filter((effect) => {
    if (effect.type !== "announce" || effect.peerId) return true;
    for (const entry of effect.entries.filter(isAnnounced)) {
      const last = entries.at(-1);
      const isNext = last?.to === entry.from && last.track === entry.track && last.holding === entry.holding;
      if (isNext && entry.holding !== "fetching") entries[entries.length - 1] = { ...last, to: entry.to };
      else entries.push(entry);
    }
    return false;
  });
  return entries[0] ? [...others, { type: "announce", entries }] : others;
}
