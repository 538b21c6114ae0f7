import type { ArrivedSegment, SwarmState } from "@shoal/p2p";
import { INIT_NUMBER, parseSegmentId } from "@shoal/p2p/protocol";
import type { Rendition } from "../metrics/meter.ts";

/** The usual segment length, for media without a known duration and without an adjacent segment. */
const FALLBACK_DURATION_SEC = 4;

/** A segment on the timeline. */
export interface Bar {
  /** A key that stays the same as long as the bar exists. */
  key: string;
  lane: "picture" | "sound";
  /** The segment's number in its track. */
  number: number;
  startSec: number;
  endSec: number;
  /** The height of the rendition in pixels; undefined if unknown. */
  height: number | undefined;
  kbps: number | undefined;
  bytesServer: number;
  bytesPeer: number;
  /** The peers that sent any bytes of the segment. */
  peerIds: readonly string[];
  /** The number of milliseconds from the first request to the last byte. */
  loadMs: number;
  /** Whether the segment is still loading. */
  isComing: boolean;
}

type BarPosition = Pick<Bar, "key" | "lane" | "number"> & { track: string };

/** Returns the lane and position of a segment, or undefined for a segment of another kind of track. */
function placeOf(segment: string, kind: string | undefined): BarPosition | undefined {
  const parts = parseSegmentId(segment);
  if (!parts || parts.number === INIT_NUMBER || kind === "init" || kind === "subtitle") return undefined;
  const { uuid, trackId, number } = parts;
  // The platform's own tracks have descriptive names, whereas tracks of other CDNs are named by a hash.
  const isSound = kind === "audio" || (kind === undefined && uuid !== "cdn" && trackId.startsWith("a"));
  const lane = isSound ? "sound" : "picture";
  return { key: `${trackId}/${number}`, track: trackId, number, lane };
}

/** Groups the parts of a segment into one bar. If a segment was loaded again, the latest load counts. */
function groupParts(
  arrived: readonly ArrivedSegment[],
): Map<string, { place: BarPosition; parts: ArrivedSegment[] }> {
  const groups = new Map<string, { place: BarPosition; parts: ArrivedSegment[] }>();
  for (const each of arrived) {
    const place = placeOf(each.segment, each.about?.kind);
    if (!place) continue;
    const former = groups.get(place.key)?.parts ?? [];
    const parts = [...former.filter(({ segment }) => segment !== each.segment), each];
    groups.delete(place.key);
    groups.set(place.key, { place, parts });
  }
  return groups;
}

/**
 * Returns the bars of finished and loading segments.
 * @returns the bars in order of their arrival.
 */
export function barsOf(
  arrived: readonly ArrivedSegment[],
  wants: SwarmState["wants"],
  renditionAt: (positionSec: number) => Rendition,
): Bar[] {
  const groups = [...groupParts(arrived).values()];
  const bars = groups.map(({ place, parts }) => {
    const bytesServer = computeSum(parts.map(({ sources }) => sources[""] ?? 0));
    const bytes = computeSum(parts.flatMap(({ sources }) => Object.values(sources)));
    const startSec = Math.min(...parts.map((part) => part.startSec));
    const endSec = startSec + durationOf(place, startSec, parts, groups);
    const startedAtMs = Math.min(...parts.map((part) => part.startedAtMs));
    const peerIds = [...new Set(parts.flatMap(({ sources }) => Object.keys(sources)))].filter(Boolean);
    const { key, lane, number } = place;
    return {
      key,
      lane,
      number,
      startSec,
      endSec,
      bytesServer,
      bytesPeer: bytes - bytesServer,
      peerIds,
      ...positionInLane((startSec + endSec) / 2, lane, renditionAt),
      loadMs: Math.max(...parts.map((part) => part.endedAtMs)) - startedAtMs,
      isComing: false,
    };
  });
  return [...bars, ...loadingBarsOf(wants, bars)];
}

function positionInLane(
  positionSec: number,
  lane: Bar["lane"],
  renditionAt: (positionSec: number) => Rendition,
) {
  if (lane === "sound") return { height: undefined, kbps: undefined };
  const { height, kbps } = renditionAt(positionSec);
  return { height: height || undefined, kbps: kbps || undefined };
}

/** Returns the duration that the player reported, or else the time to the next segment of the track. */
function durationOf(
  { track, number }: BarPosition,
  startSec: number,
  parts: readonly ArrivedSegment[],
  groups: readonly { place: BarPosition; parts: ArrivedSegment[] }[],
): number {
  if (parts.every(({ about }) => about)) return computeSum(parts.map(({ about }) => about?.durationSec ?? 0));
  const next = groups.find(({ place }) => place.track === track && place.number === number + 1);
  const nextSec = Math.min(...(next?.parts.map((part) => part.startSec) ?? []));
  return nextSec > startSec && Number.isFinite(nextSec) ? nextSec - startSec : FALLBACK_DURATION_SEC;
}

/** Returns the bars of loading segments, which are drawn as long as the adjacent bars. */
function loadingBarsOf(wants: SwarmState["wants"], bars: readonly Bar[]): Bar[] {
  const here = new Set(bars.map(({ key }) => key));
  const last = bars.findLast(({ lane }) => lane === "picture") ?? bars.at(-1);
  const durationSec = last ? last.endSec - last.startSec : FALLBACK_DURATION_SEC;
  return Object.values(wants).flatMap(({ segment, startSec, pieces }) => {
    const place = placeOf(segment, undefined);
    if (!place || here.has(place.key)) return [];
    here.add(place.key);
    const { key, lane, number } = place;
    const peerIds = pieces.map(({ peerId }) => peerId).filter(Boolean);
    return [
      {
        key,
        lane,
        number,
        startSec,
        endSec: startSec + durationSec,
        peerIds,

        height: undefined,
        kbps: undefined,
        bytesServer: 0,
        bytesPeer: 0,
        loadMs: 0,
        isComing: true,
      },
    ];
  });
}

const computeSum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
