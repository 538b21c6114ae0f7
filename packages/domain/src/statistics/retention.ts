import { MAX_RETENTION_POINTS, type StatisticsRetention } from "@shoal/contract";

/** The last position that is counted: no video is longer than a day. */
export const MAX_RETENTION_SEC = 86_400;

/** The change in the number of plays at a second of the video, compared with the second before. */
export interface SecondChange {
  second: number;
  by: number;
}

export interface SpanChanges {
  /** The changes for seconds that a session played for the first time. */
  played: readonly SecondChange[];
  /** The changes for seconds that a session replayed. */
  replayed: readonly SecondChange[];
}

export type RetentionCurve = Pick<StatisticsRetention, "durationSec" | "stepSec" | "points">;

/**
 * Returns the number of sessions that played each part of a video, as at most 300 points of whole seconds, each the mean of its
 * seconds.
 * @param durationSec the length of the video; if null, the curve ends at the last second that anyone played.
 * @returns no points for a video without a length.
 */
export function retentionCurve(
  { played, replayed }: SpanChanges,
  durationSec: number | null,
): RetentionCurve {
  const lengthSec = Math.min(
    MAX_RETENTION_SEC,
    wholeLength(durationSec) ?? lastSecond([...played, ...replayed]),
  );
  const stepSec = Math.max(1, Math.ceil(lengthSec / MAX_RETENTION_POINTS));
  const [sessions, replays] = [played, replayed].map((changes) => meansOf(changes, lengthSec, stepSec));
  const points = Array.from({ length: Math.ceil(lengthSec / stepSec) }, (_, index) => ({
    atSec: index * stepSec,

    sessions: sessions?.[index] ?? 0,
    replays: replays?.[index] ?? 0,
  }));
  return { durationSec: durationSec ?? (lengthSec || null), stepSec, points };
}

/** Returns the length without the last, partial second, which is rarely played to its end. */
const wholeLength = (durationSec: number | null): number | undefined =>
  durationSec === null ? undefined : Math.max(1, Math.floor(durationSec));

const lastSecond = (changes: readonly SecondChange[]): number =>
  changes.reduce((last, { second, by }) => (by === 0 ? last : Math.max(last, second)), 0);

/** Returns the mean over the seconds of each step. */
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
  return sums.map((sum, index) => sum / Math.min(stepSec, lengthSec - index * stepSec));
}

export interface RetentionSummary {
  /** The base of the percentages: views, and sessions that began before the period. */
  audience: number;
  /** The average share of the video that was watched; null if there are no data. */
  meanPercent: number | null;
  /** The second after which fewer than half still watch; null if half reached the end. */
  halfLeftSec: number | null;
}

/** Summarises a curve in three numbers. */
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
