import type { StatisticsFigures } from "@shoal/contract";

/** Totals of sessions: milliseconds, bytes, kbit, counts. Distinct counts and percentiles are accurate to 2 %. */
export interface SessionSums {
  viewers: number;
  sessions: number;
  attempts: number;
  views: number;
  failures: number;
  exits: number;
  msServer: number;
  msPeer: number;
  msRebufHttp: number;
  msRebufP2p: number;
  msBest: number;
  kbits: number;
  bytesServer: number;
  bytesPeer: number;
  bytesUp: number;
  startupMs: number;
  startupP50Ms: number | null;
  startupP75Ms: number | null;
  startupP95Ms: number | null;
}

export const NO_SESSIONS: SessionSums = {
  viewers: 0,
  sessions: 0,
  attempts: 0,
  views: 0,
  failures: 0,
  exits: 0,
  msServer: 0,
  msPeer: 0,
  msRebufHttp: 0,
  msRebufP2p: 0,
  msBest: 0,
  kbits: 0,
  bytesServer: 0,
  bytesPeer: 0,
  bytesUp: 0,
  startupMs: 0,
  startupP50Ms: null,
  startupP75Ms: null,
  startupP95Ms: null,
};

const HOUR_MS = 3_600_000;

/**
 * Computes figures from totals: adds first, then divides, and never averages ratios. `null` if nothing was measured.
 * @param periodMs elapsed length of the period.
 * @example sessionFigures({ ...NO_SESSIONS, msServer: 30_000, msPeer: 30_000 }, 60_000).meanConcurrency // 1
 */
export function sessionFigures(sums: SessionSums, periodMs: number): StatisticsFigures {
  const playedMs = sums.msServer + sums.msPeer;
  const deliveredBytes = sums.bytesServer + sums.bytesPeer;
  const perPlayed = (sum: number, factor: number) => (playedMs > 0 ? (factor * sum) / playedMs : null);
  return {
    // If there are sessions but no viewers, the browsers sent no identifier: the number is unknown, not zero.
    viewers: sums.viewers === 0 && sums.sessions > 0 ? null : sums.viewers,
    sessions: sums.sessions,
    attempts: sums.attempts,
    views: sums.views,
    playbackFailures: sums.failures,
    exitsBeforeStart: sums.exits,
    serverSec: sums.msServer / 1_000,
    peerSec: sums.msPeer / 1_000,
    meanTimeSec: sums.views > 0 ? playedMs / 1_000 / sums.views : null,
    meanConcurrency: periodMs > 0 ? playedMs / periodMs : 0,
    bestQualityPercent: perPlayed(sums.msBest, 100),
    bitrateKbps: perPlayed(sums.kbits, 1_000),
    rebufferingServerSec: sums.msRebufHttp / 1_000,
    rebufferingPeerSec: sums.msRebufP2p / 1_000,
    rebufferingSecPerHour: perPlayed(sums.msRebufHttp + sums.msRebufP2p, HOUR_MS / 1_000),
    startupMeanMs: sums.views > 0 ? sums.startupMs / sums.views : null,
    startupP50Ms: sums.startupP50Ms,
    startupP75Ms: sums.startupP75Ms,
    startupP95Ms: sums.startupP95Ms,
    serverBytes: sums.bytesServer,
    peerBytes: sums.bytesPeer,
    upBytes: sums.bytesUp,
    offloadPercent: deliveredBytes > 0 ? (100 * sums.bytesPeer) / deliveredBytes : null,
  };
}
