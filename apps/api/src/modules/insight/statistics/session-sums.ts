import { NO_SESSIONS, type SessionSums } from "@shoal/domain/statistics";
import {
  distinctOf,
  STARTUP_ARGS,
  STARTUP_BUCKET,
  STARTUP_QUANTILES,
  STARTUPS_MERGED,
} from "../figures/index.ts";

/** The aggregated columns, for session rows and for daily totals, with the prefix `n` where a name is also a column. */
export const ADDED_SQL = `sum(attempts) AS nAttempts, sum(views) AS nViews, sum(failures) AS nFailures, sum(exits) AS nExits,
  sum(ms_server) AS msServer, sum(ms_peer) AS msPeer, sum(ms_rebuf_http) AS msRebufHttp, sum(ms_rebuf_p2p) AS msRebufP2p,
  sum(ms_best) AS msBest, sum(kbits) AS nKbits, sum(bytes_server) AS bytesServer, sum(bytes_peer) AS bytesPeer,
  sum(bytes_up) AS bytesUp, sum(startup_ms) AS startupMs`;

/**
 * The totals of session rows. With 2^15 registers, the standard error is 1.04 / √2^15 = 0.6 % (Flajolet et al., HyperLogLog, 2007).
 * With 2^17, the registers of each video exceeded the processor's cache: 604 ms instead of 428.
 */
export const SUMS_SQL = `uniqCombinedIf(15)(viewer, viewer != 0 AND holds) AS viewers,
  uniqCombinedIf(15)(session, holds) AS sessions, ${ADDED_SQL},
  ${STARTUP_QUANTILES}(${STARTUP_ARGS}) AS startupBuckets`;

/** The number of distinct values, for daily totals. */
export const DISTINCT_SQL = `${distinctOf("viewer_bits")} AS viewers, ${distinctOf("session_bits")} AS sessions,
  ${STARTUPS_MERGED}(startups) AS startupBuckets`;

/** A row as ClickHouse returns it: large integers may be strings. */
export type SumsRow = Record<
  Exclude<
    keyof SessionSums,
    "attempts" | "views" | "failures" | "exits" | "kbits" | "startupP50Ms" | "startupP75Ms" | "startupP95Ms"
  >,
  number | string
> &
  Record<"nAttempts" | "nViews" | "nFailures" | "nExits" | "nKbits", number | string> & {
    startupBuckets: (number | null)[];
  };

export function sumsOf(row: SumsRow | undefined): SessionSums {
  if (!row) return NO_SESSIONS;
  const { nAttempts, nViews, nFailures, nExits, nKbits, startupBuckets, ...sums } = row;
  const number = (name: keyof typeof sums) => Number(sums[name]);
  const [p50, p75, p95] = Number(nViews) > 0 ? startupBuckets.map(middleOf) : [];
  return {
    viewers: number("viewers"),
    sessions: number("sessions"),

    attempts: Number(nAttempts),
    views: Number(nViews),

    failures: Number(nFailures),
    exits: Number(nExits),

    msServer: number("msServer"),
    msPeer: number("msPeer"),
    msBest: number("msBest"),

    msRebufHttp: number("msRebufHttp"),
    msRebufP2p: number("msRebufP2p"),
    kbits: Number(nKbits),

    bytesServer: number("bytesServer"),
    bytesPeer: number("bytesPeer"),
    bytesUp: number("bytesUp"),

    startupMs: number("startupMs"),
    startupP50Ms: p50 ?? null,

    startupP75Ms: p75 ?? null,
    startupP95Ms: p95 ?? null,
  };
}

/** Returns the middle of a bucket, which is the value nearest to all values in it. */
const middleOf = (bucket: number | null): number | null =>
  bucket === null ? null : Math.round(STARTUP_BUCKET ** (bucket + 0.5));
