import type { QueryOf, routes, StatisticsRetention } from "@shoal/contract";
import { MAX_RETENTION_SEC, retentionCurve, type SecondChange } from "@shoal/domain/statistics";
import type { RunQuery, RunQueryFor } from "./query-analytics.ts";
import { openSource, type SourceOptions } from "./session-source.ts";
import type { StatisticsRepository } from "./statistics.repository.ts";

type RetentionQuery = Omit<QueryOf<typeof routes.getStatisticsRetention>, "video">;

interface RetentionDeps {
  runQueryFor: RunQueryFor;
  repository: Pick<StatisticsRepository, "findVideo">;
  /** Selects the sessions for a query. */
  open: (clientUuid: string, query: RetentionQuery) => Promise<SourceOptions>;
}

/** Creates the query for how far viewers watched one video. */
export function createRetention({ runQueryFor, repository, open }: RetentionDeps) {
  return {
    /** @throws AppError like the service's other queries. */
    async getRetention(
      { clientUuid }: { clientUuid: string },
      { video, ...query }: QueryOf<typeof routes.getStatisticsRetention>,
      isGone?: AbortSignal,
    ): Promise<StatisticsRetention> {
      const runQuery = runQueryFor(isGone);
      const filter = { ...query.filter, video: [video] };
      const [options, known] = await Promise.all([
        open(clientUuid, { ...query, filter }),
        repository.findVideo(clientUuid, video),
      ]);
      const [views, changes] = await Promise.all([
        readViews(runQuery, options),
        readChanges(runQuery, options),
      ]);
      return {
        asOf: new Date(options.nowMs).toISOString(),
        views,
        isLive: known?.isLive ?? false,
        ...retentionCurve(changes, known?.durationSec ?? null),
        chapters: (known?.chapters ?? []).map(({ start, title }) => ({ atSec: start, title })),
      };
    },
  };
}

async function readViews(runQuery: RunQuery, options: SourceOptions): Promise<number> {
  const { sql, params } = openSource(options);
  const [row] = await runQuery<{ nViews: number | string }>(
    `SELECT sum(views) AS nViews FROM ${sql} AS rows`,
    params,
  );
  return Number(row?.nViews ?? 0);
}

/** Reads both kinds of changes with one query. Replayed seconds are offset to the end. */
async function readChanges(runQuery: RunQuery, options: SourceOptions) {
  const { sql, params } = openSource({ ...options, withSpans: true });
  const rows = await runQuery<{ isAgain: number; second: number; change: number | string }>(
    `SELECT intDiv(place, ${REPLAY_OFFSET}) AS isAgain, place % ${REPLAY_OFFSET} AS second, sum(change) AS change
     FROM ${sql} AS rows
     ARRAY JOIN arrayConcat(played_at, arrayMap(at -> at + ${REPLAY_OFFSET}, replayed_at)) AS place,
       arrayConcat(played_by, replayed_by) AS change
     WHERE place % ${REPLAY_OFFSET} <= ${MAX_RETENTION_SEC} GROUP BY place HAVING change != 0`,
    params,
  );
  const changesOf = (isAgain: number): SecondChange[] =>
    rows
      .filter((row) => Number(row.isAgain) === isAgain)
      .map(({ second, change }) => ({ second: Number(second), by: Number(change) }));
  return { played: changesOf(0), replayed: changesOf(1) };
}

/** The offset of replayed seconds, which is greater than any second that players may report. */
const REPLAY_OFFSET = 10_000_000;
