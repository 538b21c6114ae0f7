import type { ProofSums } from "@shoal/domain/proof";
import { runQueryWith } from "./query-analytics.ts";
import { openSource } from "./session-source.ts";

/**
 * The maximum number of rows read for both groups together, so that intervals take a tenth of a second. Up to this many viewers
 * have their own row; more are grouped into buckets by hash, each viewer entirely in one bucket.
 */
const MAX_BUCKETS = 2_000;
/** The largest possible hash. With this divisor, each viewer stays separate. */
const UNGROUPED_DIVISOR = "18446744073709551615";
/** The values of `proof` in rows of session minutes. */
const GROUP_NUMBERS = { with: 1, without: 2 } as const;

export interface ProofGroupSums {
  sessions: number;
  viewers: number;
  startupMedianMs: number | null;
  buckets: ProofSums[];
}

export interface ProofPeriod {
  clientUuid: string;
  /** The start of the period; both ends are at full minutes, and the end is exclusive. */
  fromMs: number;
  toMs: number;
  /** The end of the last hour of the roll-up, in seconds since 1970. */
  closedUntilSec: number;
}

type ProofRow = Record<keyof ProofSums | "sessions" | "viewers" | "proofGroup", number | string> & {
  startupMedianMs: number | null;
};

const SESSIONS_SQL = `SELECT session, proof_group AS own, if(max(viewer) = 0, session, max(viewer)) AS who,
  sum(ms_server + ms_peer) AS played, sum(ms_rebuf_http + ms_rebuf_p2p) AS rebuffered, sum(bytes_server) AS fromServer,
  sum(bytes_peer) AS fromPeer, sum(views) AS seen, sum(startup_ms) AS startup, sum(kbits) AS kbit`;
const SUMS_SQL = `count() AS sessions, uniqExact(who) AS viewers, sum(played) AS msPlayed, sum(rebuffered) AS msRebuffered,
  sum(fromServer) AS bytesServer, sum(fromPeer) AS bytesPeer, sum(seen) AS views, sum(startup) AS startupMs,
  sum(kbit) AS kbits, quantileExactWeighted(0.5)(startup, toUInt8(seen > 0)) AS startupMedianMs`;

/** Creates the queries for the totals of proof mode's two groups. */
export function openProofReader(deps: Parameters<typeof runQueryWith>[0]) {
  const runQuery = runQueryWith(deps)(undefined);
  return {
    /** Reads exact totals of all sessions of each group. @throws AppError "unavailable". */
    async readGroups({
      clientUuid,
      ...period
    }: ProofPeriod): Promise<{ with: ProofGroupSums; without: ProofGroupSums }> {
      const scope = {
        clientUuid,
        ...period,
        timeZone: "UTC",
        filter: {},
        config: undefined,
        videos: undefined,
      };
      const { closedUntilSec } = period;
      const source = openSource({ scope, closedUntilSec, nowMs: Date.now(), bordersSec: [] });
      const sessions = `${SESSIONS_SQL} FROM ${source.sql} AS rows WHERE proof_group > 0 GROUP BY session, own`;
      const wholes = await runQuery<ProofRow>(
        `SELECT own AS proofGroup, ${SUMS_SQL} FROM (${sessions}) GROUP BY own`,
        source.params,
      );
      const divisors = divisorsOf(wholes);
      const buckets = await runQuery<ProofRow>(
        `SELECT own AS proofGroup, who % if(own = ${GROUP_NUMBERS.with}, {bucketsWith:UInt64}, {bucketsWithout:UInt64}) AS bucket,
           ${SUMS_SQL} FROM (${sessions}) GROUP BY own, bucket ORDER BY own, bucket`,
        { ...source.params, bucketsWith: divisors.with, bucketsWithout: divisors.without },
      );
      const groupOf = (number: number) =>
        presentGroup(wholes.find(isOfGroup(number)), buckets.filter(isOfGroup(number)));
      return { with: groupOf(GROUP_NUMBERS.with), without: groupOf(GROUP_NUMBERS.without) };
    },
  };
}
export type ProofReader = ReturnType<typeof openProofReader>;

const isOfGroup = (number: number) => (row: ProofRow) => Number(row.proofGroup) === number;

/**
 * Returns the divisors by which the hashes of each group's viewers are gathered into buckets. Buckets of both groups have equally many
 * viewers on average: only then are they interchangeable, which the comparison assumes.
 */
function divisorsOf(wholes: readonly ProofRow[]): { with: string; without: string } {
  const viewersOf = (number: number) => Number(wholes.find(isOfGroup(number))?.viewers ?? 0);
  const perBucket = (viewersOf(GROUP_NUMBERS.with) + viewersOf(GROUP_NUMBERS.without)) / MAX_BUCKETS;
  const divisorOf = (number: number) =>
    perBucket <= 1 ? UNGROUPED_DIVISOR : String(Math.max(1, Math.round(viewersOf(number) / perBucket)));
  return { with: divisorOf(GROUP_NUMBERS.with), without: divisorOf(GROUP_NUMBERS.without) };
}

const presentGroup = (whole: ProofRow | undefined, buckets: readonly ProofRow[]): ProofGroupSums => ({
  sessions: Number(whole?.sessions ?? 0),
  viewers: Number(whole?.viewers ?? 0),
  startupMedianMs: whole && Number(whole.views) > 0 ? whole.startupMedianMs : null,
  buckets: buckets.map(sumsOf),
});

const sumsOf = (row: ProofRow): ProofSums => ({
  msPlayed: Number(row.msPlayed),
  msRebuffered: Number(row.msRebuffered),
  bytesServer: Number(row.bytesServer),
  bytesPeer: Number(row.bytesPeer),
  views: Number(row.views),
  startupMs: Number(row.startupMs),
  kbits: Number(row.kbits),
});
