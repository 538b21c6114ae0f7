import type { StatisticsRetention } from "@shoal/contract";
import { writeCsv } from "@shoal/domain/csv";
import { retentionSummary } from "@shoal/domain/statistics";

export const RETENTION_FIELDS = ["sessions", "replays"] as const;
export type RetentionField = (typeof RETENTION_FIELDS)[number];

type RetentionCurve = Pick<StatisticsRetention, "views" | "durationSec" | "stepSec" | "points" | "chapters">;

/** A retention curve as columns: the time of each point, and the shares of the audience that watched and rewatched it, in per cent. */
export interface RetentionColumns {
  atSec: number[];
  /** The end of the curve, in seconds of the video. */
  endSec: number;
  percent: Record<RetentionField, number[]>;
  /** The maximum of the value axis in percent; at least 100. */
  largest: number;
}

/** Returns the chart's columns, in percent of views plus sessions started earlier. */
export function retentionColumns(retention: RetentionCurve): RetentionColumns {
  const { points, stepSec } = retention;
  const { audience } = retentionSummary(retention);
  const percentOf = (field: RetentionField) =>
    points.map(({ [field]: count }) => (audience > 0 ? (100 * count) / audience : 0));
  const percent = { sessions: percentOf("sessions"), replays: percentOf("replays") };
  return {
    atSec: points.map(({ atSec }) => atSec),
    endSec: (points.at(-1)?.atSec ?? 0) + stepSec,
    percent,
    largest: Math.max(100, ...percent.sessions, ...percent.replays),
  };
}

/** Returns the title of the chapter that contains a second of the video; "" before the first chapter. */
export const chapterAt = (chapters: RetentionCurve["chapters"], second: number): string =>
  chapters.findLast(({ atSec }) => atSec <= second)?.title ?? "";

/** Writes the points as CSV. The name of each figure includes its unit. */
export function retentionCsvOf(retention: RetentionCurve): string {
  const { percent } = retentionColumns(retention);
  return writeCsv(
    ["atSec", "sessions", "replays", "sessionsPercent", "replaysPercent", "chapter"],
    retention.points.map(({ atSec, sessions, replays }, index) => [
      atSec,
      sessions,
      replays,
      percent.sessions[index] ?? 0,
      percent.replays[index] ?? 0,
      chapterAt(retention.chapters, atSec),
    ]),
  );
}
