import type { StatisticsSessionTimeline } from "@shoal/contract";

const MINUTE_MS = 60_000;
const MINUTE_SEC = 60;

type Timeline = Pick<StatisticsSessionTimeline, "minutes" | "events">;
type Event = Timeline["events"][number];

/** Positions: shares of the whole, from 0 to 1. */
interface TimeSpan {
  from: number;
  to: number;
}

export interface TimelineShape {
  fromMs: number;
  toMs: number;
  /** Each minute, with shares of its seconds. */
  bars: (TimeSpan & { server: number; peer: number; waited: number })[];
  /** The played height in pixels, over constant sections. */
  renditions: (TimeSpan & { height: number })[];
  peers: (TimeSpan & { count: number })[];
  marks: { at: number; kind: MarkKind; place: number }[];
}

/** The marks with a colour. */
export type MarkKind = "bad" | "waited" | "calm";
const KINDS: Partial<Record<Event["type"], MarkKind>> = { error: "bad", stall: "waited" };

/** A session as shares of its time, to be drawn; its minutes ascend, and may have gaps. */
export function timelineShape({ minutes, events }: Timeline): TimelineShape {
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
    renditions: merged(
      known.flatMap(({ from, to, height }) => (height === null ? [] : { from, to, value: height })),
    ).map(({ value, ...place }) => ({ ...place, height: value })),
    peers: merged(known.map(({ from, to, peers }) => ({ from, to, value: peers }))).map(
      ({ value, ...place }) => ({ ...place, count: value }),
    ),
    marks: events.map(({ at, type }, place) => ({
      at: shareOf(Date.parse(at)),
      kind: KINDS[type] ?? "calm",
      place,
    })),
  };
}

/** The maximum of a minute, which may report slightly more than its seconds. */
function sharesOf({ serverSec, peerSec, rebufferingSec }: Timeline["minutes"][number]) {
  const whole = Math.max(MINUTE_SEC, serverSec + peerSec + rebufferingSec);
  return { server: serverSec / whole, peer: peerSec / whole, waited: rebufferingSec / whole };
}

/** Merges equal neighbours. */
function merged(steps: readonly (TimeSpan & { value: number })[]): (TimeSpan & { value: number })[] {
  const out: (TimeSpan & { value: number })[] = [];
  for (const step of steps) {
    const last = out.at(-1);
    if (last && last.value === step.value && last.to === step.from) last.to = step.to;
    else out.push({ ...step });
  }
  return out;
}
