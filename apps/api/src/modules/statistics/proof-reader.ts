import type { ProofSums } from "@shoal/domain/proof";
import { askWith } from "./ask-analytics.ts";
import { openSource } from "./session-source.ts";

/**
 * Viewers are put into so many buckets by their hash, each whole in one of them: what is drawn again for an interval is a
 * bucket then, and however many sessions there are, so many rows are read at most, of all sessions.
 */
const BUCKETS = 1_000;
/** As the rows name them. */
const GROUPS = { with: 1, without: 2 } as const;

export interface ProofGroupSums {
  sessions: number;
  viewers: number;
  startupMedianMs: number | null;
  buckets: ProofSums[];
}

export interface ProofPeriod {
  clientUuid: string;
  /** Full minutes; the end is not part of it. */
  fromMs: number;
  toMs: number;
  /** The end of the last hour of the roll-up, in seconds since 1970. */
  closedUntilSec: number;
}

type Row = Record<keyof ProofSums | "sessions" | "viewers" | "proofGroup" | "isWhole", number | string> & {
  startupMedianMs: number | null;
};

const SESSIONS = `SELECT session, proof_group AS own, if(max(viewer) = 0, session, max(viewer)) AS who,
  sum(ms_server + ms_peer) AS played, sum(ms_rebuf_http + ms_rebuf_p2p) AS rebuffered, sum(bytes_server) AS fromServer,
  sum(bytes_peer) AS fromPeer, sum(views) AS seen, sum(startup_ms) AS startup, sum(kbits) AS kbit`;
const SUMS = `count() AS sessions, uniqExact(who) AS viewers, sum(played) AS msPlayed, sum(rebuffered) AS msRebuffered,
  sum(fromServer) AS bytesServer, sum(fromPeer) AS bytesPeer, sum(seen) AS views, sum(startup) AS startupMs,
  sum(kbit) AS kbits, quantileExactWeighted(0.5)(startup, toUInt8(seen > 0)) AS startupMedianMs`;

/** Sums of the groups of proof mode. */
export function openProofReader(deps: Parameters<typeof askWith>[0]) {
  const ask = askWith(deps)(undefined);
  return {
    /** Exact, of all sessions of either group. @throws AppError "unavailable" */
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
      const rows = await ask<Row>(
        `SELECT own AS proofGroup, who % ${BUCKETS} AS bucket, grouping(bucket) = 1 AS isWhole, ${SUMS} FROM (
           ${SESSIONS} FROM ${source.sql} AS rows WHERE proof_group > 0 GROUP BY session, own
         ) GROUP BY GROUPING SETS ((proofGroup, bucket), (proofGroup)) ORDER BY proofGroup, isWhole, bucket`,
        source.params,
      );
      return { with: groupOf(rows, GROUPS.with), without: groupOf(rows, GROUPS.without) };
    },
  };
}
export type ProofReader = ReturnType<typeof openProofReader>;

function groupOf(rows: readonly Row[], number: number): ProofGroupSums {
  const own = rows.filter(({ proofGroup }) => Number(proofGroup) === number);
  const whole = own.find(({ isWhole }) => Number(isWhole) === 1);
  return {
    sessions: Number(whole?.sessions ?? 0),
    viewers: Number(whole?.viewers ?? 0),
    startupMedianMs: whole && Number(whole.views) > 0 ? whole.startupMedianMs : null,
    buckets: own.filter(({ isWhole }) => Number(isWhole) === 0).map(sumsOf),
  };
}

const sumsOf = (row: Row): ProofSums => ({
  ...{ msPlayed: Number(row.msPlayed), msRebuffered: Number(row.msRebuffered) },
  ...{ bytesServer: Number(row.bytesServer), bytesPeer: Number(row.bytesPeer) },
  ...{ views: Number(row.views), startupMs: Number(row.startupMs), kbits: Number(row.kbits) },
});
