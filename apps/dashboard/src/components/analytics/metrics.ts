import type { StatisticsFigures, StatisticsSort } from "@shoal/contract";
import type { ImprovementDirection } from "./change.ts";
import type { FigureUnit } from "./figure-text.ts";

/** A figure by which rankings of videos and other subjects can be sorted. */
export interface Metric {
  unit: FigureUnit;
  /** Whether a higher value is better. */
  aim: ImprovementDirection;
  value: (figures: StatisticsFigures) => number | null;
}

const SEC_PER_HOUR = 3_600;

export const playedHours = ({ serverSec, peerSec }: StatisticsFigures): number =>
  (serverSec + peerSec) / SEC_PER_HOUR;

export const METRICS: Readonly<Record<StatisticsSort, Metric>> = {
  watchedSec: { unit: "hours", aim: "more", value: playedHours },
  views: { unit: "count", aim: "more", value: ({ views }) => views },
  viewers: { unit: "count", aim: "more", value: ({ viewers }) => viewers },
  sessions: { unit: "count", aim: "more", value: ({ sessions }) => sessions },
  meanTimeSec: { unit: "seconds", aim: "more", value: ({ meanTimeSec }) => meanTimeSec },
  deliveredBytes: {
    unit: "bytes",
    aim: "more",
    value: ({ serverBytes, peerBytes }) => serverBytes + peerBytes,
  },
  offloadPercent: { unit: "percent", aim: "more", value: ({ offloadPercent }) => offloadPercent },
  bitrateKbps: { unit: "kbps", aim: "more", value: ({ bitrateKbps }) => bitrateKbps },
  bestQualityPercent: { unit: "percent", aim: "more", value: ({ bestQualityPercent }) => bestQualityPercent },
  rebufferingSecPerHour: {
    unit: "secPerHour",
    aim: "less",
    value: ({ rebufferingSecPerHour }) => rebufferingSecPerHour,
  },
  startupP50Ms: { unit: "ms", aim: "less", value: ({ startupP50Ms }) => startupP50Ms },
  playbackFailures: { unit: "count", aim: "less", value: ({ playbackFailures }) => playbackFailures },
  exitsBeforeStart: { unit: "count", aim: "less", value: ({ exitsBeforeStart }) => exitsBeforeStart },
};
