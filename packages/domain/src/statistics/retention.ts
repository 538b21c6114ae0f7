import { RETENTION_MAX_POINTS, type StatisticsRetention } from "@shoal/contract";

/** Later positions are ignored: no video is watched for longer than a day. */
export const RETENTION_MAX_SEC = 86_400;

/** At a second of the video, by how many more, or fewer, it is played than the one before. */
export interface SecondChange {
  second: number;
  by: number;
}

export interface SpanChanges {
  /** Seconds that a session played for the first time. */
  played: readonly SecondChange[];
  /** Seconds that it replayed. */
  replayed: readonly SecondChange[];
}

export type RetentionCurve = Pick<StatisticsRetention, "durationSec" | "stepSec" | "points">;

/**
 * How many sessions played each second of a video, as at most 300 points of whole seconds, each the mean of its own.
 * @param durationSec of the video; null where only watching tells: up to the last second that anyone played.
 * @returns no points of a video without a length.
 */
export function retentionCurve(
  { played, replayed }: SpanChanges,
  durationSec: number | null,
): RetentionCurve {
  const lengthSec = Math.min(
    RETENTION_MAX_SEC,
    wholeLength(durationSec) ?? lastSecond([...played, ...replayed]),
  );
  const stepSec = Math.max(1, Math.ceil(lengthSec / RETENTION_MAX_POINTS));
  const [sessions, replays] = [played, replayed].map((changes) => meansOf(changes, lengthSec, stepSec));
  const points = Array.from({ length: Math.ceil(lengthSec / stepSec) }, (_, place) => ({
    atSec: place * stepSec,

    sessions: sessions?.[place] ?? 0,
    replays: replays?.[place] ?? 0,
  }));
  return { durationSec: durationSec ?? (lengthSec || null), stepSec, points };
}

/** The second that a video ends within is rarely played to its end. */
const wholeLength = (durationSec: number | null): number | undefined =>
  durationSec === null ? undefined : Math.max(1, Math.floor(durationSec));

const lastSecond = (changes: readonly SecondChange[]): number =>
  changes.reduce((last, { second, by }) => (by === 0 ? last : Math.max(last, second)), 0);

/** The mean of the seconds of each step. */
function meansOf(changes: readonly SecondChange[], lengthSec: number, stepSec: number): number[] {
  const bySecond = new Float64Array(lengthSec);
  for (const { second, by } of changes)
    if (second < lengthSec) bySecond[second] = (bySecond[second] ?? 0) + by;
  const sums = Array.from({ length: Math.ceil(lengthSec / stepSec) }, () => 0);
  let now = 0;
  for (const [second, by] of bySecond.entries()) {
    now += by;
    const place = Math.floor(second / stepSec);
    sums[place] = (sums[place] ?? 0) + now;
  }
  return sums.map((sum, place) => sum / Math.min(stepSec, lengthSec - place * stepSec));
}

export interface RetentionSummary {
  /** The base of the percentages: views, and sessions that began before the period. */
  audience: number;
  /** How much of the video was seen on average; null where nobody told. */
  meanPercent: number | null;
  /** From which second on fewer than half watch; null where half of them saw the end. */
  halfLeftSec: number | null;
}

/** A curve summarised in three numbers. */
export function retentionSummary({
  views,
  durationSec,
  stepSec,
  points,
}: Pick<StatisticsRetention, "views" | "durationSec" | "stepSec" | "points">): RetentionSummary {
  const audience = points.reduce((most, { sessions }) => Math.max(most, sessions), views);
  if (points.length === 0 || audience === 0 || durationSec === null)
    return { audience, meanPercent: null, halfLeftSec: null };
  const endSec = Math.max(durationSec, (points.at(-1)?.atSec ?? 0) + 1);
  const lengthOf = (atSec: number) => Math.min(stepSec, endSec - atSec);
  const [watchedSec, wholeSec] = points.reduce(
    ([watched, whole], { atSec, sessions }) => [
      watched + sessions * lengthOf(atSec),
      whole + lengthOf(atSec),
    ],
    [0, 0],
  );
  const lastHalf = points.findLastIndex(({ sessions }) => sessions * 2 >= audience);
  return {
    audience,
    meanPercent: (100 * watchedSec) / (audience * wholeSec),
    halfLeftSec: lastHalf === points.length - 1 ? null : (points[lastHalf + 1]?.atSec ?? 0),
  };
}
