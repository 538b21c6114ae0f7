import type { StatisticsSort } from "@shoal/contract";

const PLAYED_SQL = "(msServer + msPeer)";

/** The sort keys of statistics, which use the columns of `SUMS_SQL`; unmeasured values come last in both directions. */
export const SORT_SQL: Record<StatisticsSort, string> = {
  watchedSec: PLAYED_SQL,
  views: "nViews",
  viewers: "if(viewers = 0, NULL, viewers)",
  sessions: "sessions",
  meanTimeSec: `if(nViews = 0, NULL, ${PLAYED_SQL} / nViews)`,
  deliveredBytes: "(bytesServer + bytesPeer)",
  offloadPercent: "if(bytesServer + bytesPeer = 0, NULL, bytesPeer / (bytesServer + bytesPeer))",
  bitrateKbps: `if(${PLAYED_SQL} = 0, NULL, nKbits / ${PLAYED_SQL})`,
  bestQualityPercent: `if(${PLAYED_SQL} = 0, NULL, msBest / ${PLAYED_SQL})`,
  rebufferingSecPerHour: `if(${PLAYED_SQL} = 0, NULL, (msRebufHttp + msRebufP2p) / ${PLAYED_SQL})`,
  startupP50Ms: "if(nViews = 0, NULL, startupBuckets[1])",
  playbackFailures: "nFailures",
  exitsBeforeStart: "nExits",
};

/** The figures that cannot be sorted by without reading all viewers, sessions or starts. */
export const NEEDS_DISTINCT: ReadonlySet<StatisticsSort> = new Set(["viewers", "sessions", "startupP50Ms"]);
