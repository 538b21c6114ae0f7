import {
  AppError,
  type CdnDay,
  CONCURRENT_WINDOW_SEC,
  type CountAnswer,
  type FieldCapsAnswer,
  MAX_CDN_DAYS,
  MAX_SEARCH_HITS,
  type MappingAnswer,
  type MultiSearchAnswer,
  type SearchAnswer,
} from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import type { AddressParameters } from "./address-parameters.ts";
import { cdnStatement, daysOf } from "./cdn-days.ts";
import type { Condition } from "./conditions.ts";
import { createEngineQuery, type EngineDeps, type RunStatements } from "./engine-query.ts";
import { presentFieldCaps, presentMapping, readPatterns } from "./field-answers.ts";
import { findIndices, findRows, type KeyNames, namesIn, ownIndex } from "./key-rows.ts";
import { createMetricsKeysRepository } from "./metrics-keys.repository.ts";
import { conditionsIn } from "./parse-aggregations.ts";
import { parseCount, parseSearch, parseSearches, type SearchLine, type SearchPlan } from "./parse-search.ts";
import { QueryParams } from "./query-params.ts";
import { allowedRows, clientFor, type FiguresReader, ownRows } from "./reader.ts";
import { type BucketBudget, newBucketBudget, runSearch } from "./run-search.ts";
import { presentAnswer, SHARD_COUNTS } from "./search-answer.ts";
import { malformedError, presentFailure } from "./search-error.ts";
import { rowsSql } from "./search-scope.ts";
import { type SearchMatches, totalsStatement } from "./search-statements.ts";

/** The names of metrics keys; if absent, everything that the reader can access is searched. */
interface RequestedKeys {
  key?: string | undefined;
  /** Whether unknown keys are ignored. */
  isLenient?: boolean;
}

/** A search, and the position of its parts in the body of the call. */
export interface SearchCall extends RequestedKeys {
  body: unknown;
  at?: string;
  address?: AddressParameters;
}
export interface CountCall extends RequestedKeys {
  body: unknown;
  q: Record<string, unknown> | undefined;
}
export interface MultiSearchCall {
  /** The names of metrics keys for searches that name no key. */
  key?: string | undefined;
  /** The body as it was sent, whose lines are not parsed yet. */
  lines: unknown;
  address: AddressParameters;
}
export interface FieldsCall extends RequestedKeys {
  body: unknown;
  /** The names of fields from the URL, as one text. */
  fields: string | undefined;
}

/** Creates the service that answers queries about views in Elasticsearch's query language. */
export function createSearchService({ db, analytics, onError }: EngineDeps & { db: Database }) {
  const engine = createEngineQuery({ analytics, onError });
  const keys = createMetricsKeysRepository(db);

  /**
   * Finds the rows of the requested keys, within what the reader may see.
   * @throws SearchError "not_found" for an unknown key.
   */
  async function findMatches(
    reader: FiguresReader,
    { key, isLenient = false }: RequestedKeys,
    conditions: SearchConditions,
  ): Promise<SearchMatches> {
    const [condition, ...others] = conditions;
    const names: KeyNames[] = [
      ...(key === undefined ? [] : [{ name: key, at: "key", isLenient }]),
      ...[condition, ...others].flatMap(namesIn).map((name) => ({ name, at: "_index" })),
    ];
    const rowsOf = await findRows(keys, reader, names);
    const requested = key === undefined ? ownRows(reader) : rowsOf([key]);
    return { rows: [allowedRows(reader), requested], condition, rowsOf };
  }

  const listIndices = async (
    reader: FiguresReader,
    { key, isLenient = false }: RequestedKeys,
  ): Promise<string[]> =>
    key === undefined ? [ownIndex(reader)] : findIndices(keys, reader, [{ name: key, at: "key", isLenient }]);

  /**
   * Runs one search.
   * @param run shares its time with other searches of the call, `budget` the size of their responses.
   */
  async function answer(
    plan: SearchPlan,
    { reader, requested, address, run, budget }: AnswerContext,
  ): Promise<SearchAnswer> {
    const startedMs = performance.now();
    const matches = await findMatches(reader, requested, [plan.condition, ...conditionsIn(plan.level)]);
    const rows = await runSearch(plan, matches, run, budget);
    return presentAnswer(plan, rows, { ...address, budget, tookMs: performance.now() - startedMs });
  }

  return {
    /**
     * @throws SearchError "bad_request" that names anything unsupported, "not_found" for an unknown key; AppError "unavailable",
     * "too_many_requests".
     */
    async search(
      reader: FiguresReader,
      { body, at = "", address, ...requested }: SearchCall,
    ): Promise<SearchAnswer> {
      const plan = parseSearch(withAddress(body, address), { at, nowMs: Date.now(), q: address?.q });
      const budget = newBucketBudget();
      return engine.ask(reader, (run) =>
        answer(plan, {
          reader,
          run,
          budget,
          requested: { isLenient: address?.isLenient ?? false, ...requested },
          address,
        }),
      );
    },

    /**
     * Runs several searches in sequence, within the time limit of one. A rejected search returns its error in its place.
     * @throws SearchError "bad_request" for lines that are not searches; AppError "unavailable", "too_many_requests".
     */
    async searchSeveral(
      reader: FiguresReader,
      { key, lines, address }: MultiSearchCall,
    ): Promise<MultiSearchAnswer> {
      const startedMs = performance.now();
      const searches = parseSearches(lines);
      const budget = { ...newBucketBudget(), hits: MAX_SEARCH_HITS };
      const answerLine = async (line: SearchLine, run: RunStatements) => {
        const plan = parseSearch(line.body, { at: "", nowMs: Date.now() });
        budget.hits -= plan.size;
        if (budget.hits < 0)
          throw malformedError(
            "size",
            `must not exceed ${MAX_SEARCH_HITS} in all searches of a call together`,
          );
        const requested = { key: line.key ?? key, isLenient: line.isLenient };
        return { ...(await answer(plan, { reader, run, budget, requested, address })), status: 200 };
      };
      return engine.ask(reader, async (run) => {
        const responses: MultiSearchAnswer["responses"] = [];
        for (const line of searches) responses.push(await answerLine(line, run).catch(presentFailure));
        return { took: Math.round(performance.now() - startedMs), responses };
      });
    },

    /** Counts the matching rows. @throws the errors of `search`. */
    async count(reader: FiguresReader, { body, q, ...requested }: CountCall): Promise<CountAnswer> {
      const condition = parseCount(body, { at: "", nowMs: Date.now(), q });
      const matches = await findMatches(reader, requested, [condition]);
      const statement = totalsStatement(matches, { metrics: [], buckets: [] });
      const [row] = await engine.ask(reader, (run) => run(statement));
      return { count: Number(row?.n ?? 0), _shards: SHARD_COUNTS };
    },

    /** @throws SearchError "not_found" for an unknown key. */
    async getMapping(reader: FiguresReader, requested: RequestedKeys): Promise<MappingAnswer> {
      return presentMapping(await listIndices(reader, requested));
    },

    /** @throws SearchError "not_found" for an unknown key, "bad_request" if no field is named. */
    async findFields(
      reader: FiguresReader,
      { body, fields, ...requested }: FieldsCall,
    ): Promise<FieldCapsAnswer> {
      const patterns = readPatterns(body, fields);
      return presentFieldCaps(await listIndices(reader, requested), patterns);
    },

    /** @throws SearchError "not_found" for an unknown key. */
    async assertThere(reader: FiguresReader, requested: RequestedKeys): Promise<void> {
      await listIndices(reader, requested);
    },

    /** @throws SearchError "not_found" for an unknown key, "bad_request" for a wrong suffix. */
    async findKey(reader: FiguresReader, key: string): Promise<{ authorizationKey: string }> {
      await findRows(keys, reader, [{ name: key, at: "key" }]);
      return { authorizationKey: key };
    },

    /** Counts the sessions that report now. */
    async countRunning(
      reader: FiguresReader,
      key: string,
    ): Promise<{ key: string; concurrentUsers: number }> {
      const rowsOf = await findRows(keys, reader, [{ name: key, at: "key" }]);
      const params = new QueryParams();
      const scopes = [allowedRows(reader), rowsOf([key])].map((rows) => rowsSql(rows, params));
      const sinceMs = params.add("UInt64", Date.now() - CONCURRENT_WINDOW_SEC * 1_000);
      const query = `SELECT uniqExact(session_uuid) AS n FROM session_minutes
        WHERE ${scopes.join(" AND ")} AND version > ${sinceMs}`;
      const [row] = await engine.ask(reader, (run) => run({ query, params: params.values }));
      return { key, concurrentUsers: Number(row?.n ?? 0) };
    },

    /**
     * Lists the bytes delivered by servers, day by day.
     * @throws AppError "client_not_found", "bad_request" for dates that are too many or in the wrong order.
     */
    async listCdnDays(
      reader: FiguresReader,
      { dates, client }: { dates: string[]; client?: string | undefined },
    ) {
      const clientUuid = clientFor(reader, client);
      const days = daysOf(dates, MAX_CDN_DAYS);
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

/** The condition of the query, followed by the conditions of filters within aggregations. */
type SearchConditions = readonly [Condition, ...Condition[]];

interface AnswerContext {
  reader: FiguresReader;
  requested: RequestedKeys;
  address: AddressParameters | undefined;
  run: RunStatements;
  budget: BucketBudget;
}

/** Overrides parts of a body with parameters from the URL. */
function withAddress(body: unknown, address: AddressParameters | undefined): unknown {
  const fields = address?.fields ?? {};
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  return isObject && Object.keys(fields).length > 0 ? { ...body, ...fields } : body;
}
