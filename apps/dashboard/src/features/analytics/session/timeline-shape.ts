import type { StatisticsSessionTimeline } from "@shoal/contract";

const MINUTE_MS = 60_000;
const MINUTE_SEC = 60;

type SessionTimeline = Pick<StatisticsSessionTimeline, "minutes" | "events">;
type SessionEvent = SessionTimeline["events"][number];

/** A section of the timeline. Its start and end are shares of the session's duration, from 0 to 1. */
interface TimeSpan {
  from: number;
  to: number;
}

export interface TimelineShape {
  fromMs: number;
  toMs: number;
  /** The minutes of the session, each with the shares of its seconds played from servers, from peers, and stalled. */
  bars: (TimeSpan & { server: number; peer: number; waited: number })[];
  /** The sections in which the height of the video, in pixels, does not change. */
  renditions: (TimeSpan & { height: number })[];
  peers: (TimeSpan & { count: number })[];
  marks: { at: number; kind: MarkKind; place: number }[];
}

/** The kinds of marks on the timeline, which differ in colour. */
export type MarkKind = "bad" | "waited" | "calm";
const MARK_KINDS: Partial<Record<SessionEvent["type"], MarkKind>> = { error: "bad", stall: "waited" };

/** Converts a session to shares of its duration, for drawing. Minutes must be ascending, and may have gaps. */
export function timelineShape({ minutes, events }: SessionTimeline): TimelineShape {
  const starts = minutes.map(({ at }) => Date.parse(at));
  const fromMs = starts[0] ?? 0;
  const toMs = (starts.at(-1) ?? 0) + MINUTE_MS;
  const shareOf = (ms: number) => Math.min(1, Math.max(0, (ms - fromMs) / (toMs - fromMs)));
  const places = starts.map((ms) => ({ from: shareOf(ms), to: shareOf(ms + MINUTE_MS) }));
  const known = minutes.map((minute, index) => ({ ...minute, ...(places[index] ?? { from: 0, to: 0 }) }));
  return {
    fromMs,
    toMs,
    bars: known.map(({ from, to, ...minute }) => ({ from, to, ...sharesOf(minute) })),
    renditions: mergeEqualSteps(
      known.flatMap(({ from, to, height }) => (height === null ? [] : { from, to, value: height })),
    ).map(({ value, ...place }) => ({ ...place, height: value })),
    peers: mergeEqualSteps(known.map(({ from, to, peers }) => ({ from, to, value: peers }))).map(
      ({ value, ...place }) => ({ ...place, count: value }),
    ),
    marks: events.map(({ at, type }, place) => ({
      at: shareOf(Date.parse(at)),
      kind: MARK_KINDS[type] ?? "calm",
      place,
    })),
  };
}

/**
 * Converts the seconds of a minute to shares. The shares are limited to the minute, because players may report slightly more than 60
 * seconds.
 */
function sharesOf({ serverSec, peerSec, rebufferingSec }: SessionTimeline["minutes"][number]) {
  const whole = Math.max(MINUTE_SEC, serverSec + peerSec + rebufferingSec);
  return { server: serverSec / whole, peer: peerSec / whole, waited: rebufferingSec / whole };
}

/** Merges adjacent sections with the same value. */
function mergeEqualSteps(steps: readonly (TimeSpan & { value: number })[]): (TimeSpan & { value: number })[] {
  const out: (TimeSpan & { value: number })[] = [];
  for (const step of steps) {
    const last = out.at(-1);
    if (last && last.value === step.value && last.to === step.from) last.to = step.to;
    else out.push({ ...step });
  }
  return out;
}
