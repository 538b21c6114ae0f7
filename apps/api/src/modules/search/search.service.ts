import {
  AppError,
  CDN_DAYS_MAX,
  type CdnDay,
  CONCURRENT_WINDOW_SEC,
  type SearchAnswer,
} from "@shoal/contract";
import type { Database } from "../../platform/database.ts";
import { cdnStatement, daysOf } from "./cdn-days.ts";
import { createEngineQuery, type EngineDeps } from "./engine-query.ts";
import { findRows, namesIn } from "./key-rows.ts";
import { createMetricsKeysRepository } from "./metrics-keys.repository.ts";
import { parseSearch } from "./parse-search.ts";
import { QueryParams } from "./query-params.ts";
import { allowedRows, clientFor, ownRows, type Reader } from "./reader.ts";
import { runSearch } from "./run-search.ts";
import { presentAnswer } from "./search-answer.ts";
import { rowsSql } from "./search-scope.ts";

/** A search, and where its parts stand in the body of the call. */
export interface SearchCall {
  /** Names of metrics keys; all that the reader sees without. */
  key?: string;
  body: unknown;
  at?: string;
}

/** Questions about what was watched, in the language of Elasticsearch. */
export function createSearchService({ db, analytics, onError }: EngineDeps & { db: Database }) {
  const engine = createEngineQuery({ analytics, onError });
  const keys = createMetricsKeysRepository(db);

  return {
    /**
     * @throws SearchError "bad_request" that names what is not supported, "not_found" for a key that is not there;
     * AppError "unavailable", "too_many_requests".
     */
    async search(reader: Reader, { key, body, at = "" }: SearchCall): Promise<SearchAnswer> {
      const startedMs = performance.now();
      const plan = parseSearch(body, { at, nowMs: Date.now() });
      const names = [
        ...(key === undefined ? [] : [{ name: key, at: "key" }]),
        ...namesIn(plan.condition).map((name) => ({ name, at: "_index" })),
      ];
      const rowsOf = await findRows(keys, reader, names);
      const asked = key === undefined ? ownRows(reader) : rowsOf([key]);
      const matches = { rows: [allowedRows(reader), asked], condition: plan.condition, rowsOf };
      const rows = await engine.ask(reader, (run) => runSearch(plan, matches, run));
      return presentAnswer(plan, rows, performance.now() - startedMs);
    },

    /** @throws SearchError "not_found" when a key is not there, "bad_request" for a wrong suffix. */
    async findKey(reader: Reader, key: string): Promise<{ authorizationKey: string }> {
      await findRows(keys, reader, [{ name: key, at: "key" }]);
      return { authorizationKey: key };
    },

    /** Sessions that are heard of now. */
    async countRunning(reader: Reader, key: string): Promise<{ key: string; concurrentUsers: number }> {
      const rowsOf = await findRows(keys, reader, [{ name: key, at: "key" }]);
      const params = new QueryParams();
      const scopes = [allowedRows(reader), rowsOf([key])].map((rows) => rowsSql(rows, params));
      const heard = params.add("UInt64", Date.now() - CONCURRENT_WINDOW_SEC * 1_000);
      const query = `SELECT uniqExact(session_uuid) AS n FROM session_minutes
        WHERE ${scopes.join(" AND ")} AND version > ${heard}`;
      const [row] = await engine.ask(reader, (run) => run({ query, params: params.values }));
      return { key, concurrentUsers: Number(row?.n ?? 0) };
    },

    /**
     * What servers delivered, day by day.
     * @throws AppError "client_not_found", "bad_request" for dates that are too many or the wrong way round.
     */
    async listCdnDays(reader: Reader, { dates, client }: { dates: string[]; client?: string | undefined }) {
      const clientUuid = clientFor(reader, client);
      const days = daysOf(dates, CDN_DAYS_MAX);
      if (days === undefined)
        throw new AppError("bad_request", "Some fields are not valid", [
          { path: "dates", reason: "is out of range" },
        ]);
      const statement = cdnStatement(clientUuid, days, Date.now());
      const rows = await engine.ask(reader, (run) => run(statement));
      const byDay = new Map(rows.map(({ day, mb }) => [String(day), Number(mb)]));
      const all: CdnDay[] = days.map((date) => ({ date, MB_server: byDay.get(date) ?? 0 }));
      return { _embedded: all, _size: all.length };
    },
  };
}
export type SearchService = ReturnType<typeof createSearchService>;
