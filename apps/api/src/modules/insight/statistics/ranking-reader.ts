import type { RankedKind, StatisticsRanking, StatisticsSort } from "@shoal/contract";
import type { SessionSums } from "@shoal/domain/statistics";
import type { RunQuery } from "./query-analytics.ts";
import { openSource, type SourceOptions } from "./session-source.ts";
import { type SumsRow, sumsOf } from "./session-sums.ts";
import { SORT_SQL } from "./sort-sql.ts";
import { HAVING_FIGURES, selectFrom } from "./statistics-reader.ts";

/** The videos of each ranked subject, by their names in ClickHouse, and the subject of each, in the same order. */
export interface RankingMembers {
  videos: string[];
  values: string[];
}

export const NO_MEMBERS: RankingMembers = { videos: [], values: [] };

export interface RankingOptions {
  of: RankedKind;
  members: RankingMembers;
  sort: StatisticsSort;
  order: "asc" | "desc";
  minViews: number;
}

export interface RankedSums {
  value: string;
  /** The rank from 1, which is the same for equal values. */
  rank: number;
  sums: SessionSums;
}

const MEMBER_SQL = "transform(video_uuid, {members:Array(String)}, {of:Array(String)}, '')";
/** The grouping key of rows; "" for rows outside the ranking. */
const VALUE_SQL: Record<RankedKind, string> = {
  video: "video_uuid",
  camera: "video_uuid",
  collection: MEMBER_SQL,
  config: `if(config_uuid != '', config_uuid, ${MEMBER_SQL})`,
  country: "country",
};
/** A list without members, since ClickHouse does not accept an empty list. */
const EMPTY_MEMBERS: RankingMembers = { videos: [""], values: [""] };

type RankingRow = SumsRow & { value: string; place: number | string; size: number | string };

/** The totals of all ranked subjects, or of the subjects left out for one reason. */
export interface RankedGroup {
  kind: "ranked" | Exclude<RestReason, "size">;
  count: number;
  views: number;
  watchedMs: number;
  deliveredBytes: number;
}
type RestReason = StatisticsRanking["rest"][number]["reason"];

/** Creates the queries for rankings, which exclude subjects without a value for the figure, or with too few views. */
export function createRankingReader(runQuery: RunQuery) {
  function queryRanking(
    source: SourceOptions,
    ranking: RankingOptions,
    rest: RestOfQuery,
  ): Promise<RankingRow[]> {
    const { of, sort, order, minViews } = ranking;
    const { sql, params } = openSource(source);
    const { videos, values } = ranking.members.videos.length > 0 ? ranking.members : EMPTY_MEMBERS;
    const sums = selectFrom(
      { sql, params },
      `${VALUE_SQL[of]} AS value, ${SORT_SQL[sort]} AS ranked`,
      `GROUP BY value ${HAVING_FIGURES} AND nViews >= {minViews:UInt32} AND value != ''`,
    );
    const query = `SELECT * FROM (
        SELECT *, rank() OVER (ORDER BY ranked ${order.toUpperCase()}) AS place, count() OVER () AS size
        FROM (${sums}) WHERE ranked IS NOT NULL
      ) ${rest.sql}`;
    return runQuery<RankingRow>(query, { ...params, members: videos, of: values, minViews, ...rest.params });
  }

  return {
    /** Reads the first subjects, and the total number of ranked subjects. */
    async readFirst(source: SourceOptions, ranking: RankingOptions, limit: number) {
      const rows = await queryRanking(source, ranking, {
        sql: "ORDER BY place, value LIMIT {limit:UInt32}",
        params: { limit },
      });
      return { rows: rows.map(rankedOf), size: Number(rows[0]?.size ?? 0) };
    },

    /** Reads all viewing, by whether it is ranked, and why not. */
    async readGroups(source: SourceOptions, ranking: RankingOptions): Promise<RankedGroup[]> {
      const { of, sort, minViews } = ranking;
      const { sql, params } = openSource(source);
      const { videos, values } = ranking.members.videos.length > 0 ? ranking.members : EMPTY_MEMBERS;
      const columns = `${of === "camera" ? MEMBER_SQL : VALUE_SQL[of]} AS value, ${SORT_SQL[sort]} AS ranked`;
      const sums = selectFrom({ sql, params }, columns, `GROUP BY value ${HAVING_FIGURES}`);
      const query = `SELECT multiIf(value = '', 'noSubject', nViews < {minViews:UInt32}, 'minViews', ranked IS NULL, 'noValue', 'ranked')
          AS kind, count() AS count, sum(nViews) AS views, sum(msServer + msPeer) AS watchedMs,
          sum(bytesServer + bytesPeer) AS deliveredBytes
        FROM (${sums}) GROUP BY kind`;
      const rows = await runQuery<Record<keyof RankedGroup, number | string>>(query, {
        ...params,
        members: videos,
        of: values,
        minViews,
      });
      return rows.map(({ kind, ...group }) => ({
        kind: kind as RankedGroup["kind"],
        count: Number(group.count),
        views: Number(group.views),
        watchedMs: Number(group.watchedMs),
        deliveredBytes: Number(group.deliveredBytes),
      }));
    },

    /** Reads the positions of these values. Unranked values are omitted. */
    async readPlaces(
      source: SourceOptions,
      ranking: RankingOptions,
      wanted: readonly string[],
    ): Promise<Map<string, RankedSums>> {
      const rows = await queryRanking(source, ranking, {
        sql: "WHERE value IN {wanted:Array(String)}",
        params: { wanted },
      });
      return new Map(rows.map((row) => [row.value, rankedOf(row)]));
    },
  };
}
export type RankingReader = ReturnType<typeof createRankingReader>;

interface RestOfQuery {
  sql: string;
  params: Record<string, unknown>;
}

const rankedOf = ({ value, place, ...sums }: RankingRow): RankedSums => ({
  value,
  rank: Number(place),
  sums: sumsOf(sums),
});
