import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { type AddedApiKey, routes } from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { afterAll, beforeAll, expect } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../test-api.ts";

const HOUR_SEC = 3_600;

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes and are compared as a whole.
export type ElasticContent = any;

export interface ElasticRequest {
  method?: string;
  body?: string;
  authorization?: string;
}
export interface ElasticAnswer {
  status: number;
  /** The value of the header `X-elastic-product`. */
  product: string | null;
  content: ElasticContent;
}

/** A client whose video was watched in the previous hour, and another client. */
export interface ElasticHarness {
  readonly api: TestApi;
  readonly manager: TestUser;
  readonly stranger: TestUser;
  /** The API key of the manager's client. */
  readonly key: AddedApiKey;
  readonly film: string;
  /** The start and the last moment of the hour, in ms since 1970. */
  fromMs(): number;
  untilMs(): number;
  /** Adds a key with access to some videos only, or to all. */
  addKey(user: TestUser, videos?: string[]): Promise<AddedApiKey>;
  /** Sends a request like Grafana: each body as lines of JSON, with the headers of its settings. */
  ask(path: string, call?: ElasticRequest): Promise<ElasticAnswer>;
  /**
   * Sends the requests of Grafana's data source for its panels.
   * @returns the response to each search.
   */
  panels(...searches: object[]): Promise<ElasticContent[]>;
  /** Returns the query of a panel: its time range, and a typed filter. */
  filtered(query: string): object;
  /** Returns the steps of a panel. */
  steps(interval: string, aggs?: object): object;
}

/** Returns the header for Basic authentication. */
export const basicAuthorization = ({ uuid, secret }: AddedApiKey) => `Basic ${btoa(`${uuid}:${secret}`)}`;

/** Starts an api for tests of Elasticsearch clients. @example const harness = useElasticHarness(); // at the top of the file */
export function useElasticHarness(): ElasticHarness {
  let api: TestApi;
  let manager: TestUser;
  let stranger: TestUser;
  let key: AddedApiKey;
  let film: string;
  let hourSec: number;
  beforeAll(async () => {
    api = await startTestApi();
    manager = await api.addUser(["manager"]);
    stranger = await api.addUser(["manager"]);
    key = await addKey(manager);
    film = await addFilm(api, manager);
    hourSec = Math.floor(Date.now() / 1_000 / HOUR_SEC) * HOUR_SEC - HOUR_SEC;
    await recordMinutes(api, { film, hourSec, own: manager.clientUuid, other: stranger.clientUuid });
  });
  afterAll(() => api.close());

  const fromMs = () => hourSec * 1_000;
  const untilMs = () => (hourSec + HOUR_SEC) * 1_000 - 1;

  async function ask(
    path: string,
    { method = "GET", body, authorization = basicAuthorization(key) }: ElasticRequest = {},
  ) {
    const response = await fetch(`${api.url}/api/search${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { "content-type": "application/x-ndjson" }) },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const content = (text === "" ? undefined : JSON.parse(text)) as ElasticContent;
    return { status: response.status, product: response.headers.get("x-elastic-product"), content };
  }

  return {
    get api() {
      return api;
    },
    get manager() {
      return manager;
    },
    get stranger() {
      return stranger;
    },
    get key() {
      return key;
    },
    get film() {
      return film;
    },
    fromMs,
    untilMs,
    addKey,
    ask,
    async panels(...searches) {
      const lines = searches.flatMap((search) => [JSON.stringify(SEARCH_HEADER), JSON.stringify(search)]);
      const answer = await ask("/_msearch?max_concurrent_shard_requests=5", {
        method: "POST",
        body: `${lines.join("\n")}\n`,
      });
      expect(answer.status).toBe(200);
      return answer.content.responses as ElasticContent[];
    },
    filtered: (query) => ({
      bool: {
        filter: [
          { range: { timestamp: { format: "epoch_millis", gte: fromMs(), lte: untilMs() } } },
          { query_string: { analyze_wildcard: true, query } },
        ],
      },
    }),
    steps: (interval, aggs) => ({
      date_histogram: {
        extended_bounds: { max: untilMs(), min: fromMs() },
        field: "timestamp",
        fixed_interval: interval,
        format: "epoch_millis",
        min_doc_count: 0,
      },
      ...(aggs ? { aggs } : {}),
    }),
  };
}

const SEARCH_HEADER = { ignore_unavailable: true, index: "global*", search_type: "query_then_fetch" };

const addKey = (user: TestUser, videos: string[] = []) =>
  user.call(routes.addApiKey, {
    params: { id: user.clientUuid },
    body: { description: "Grafana", fixedParameters: { videos } },
  });

async function addFilm(api: TestApi, manager: TestUser): Promise<string> {
  const { uuid } = await api.database.db
    .insertInto("videos")
    .values({
      client_uuid: manager.clientUuid,
      user_uuid: manager.userUuid,
      title: "Film",
      status: "segmented",
      input_qualities: '"x"',
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  return uuid;
}

type MinuteReport = Partial<Omit<SessionMinuteRow, "minute">> & { atSec: number };

interface WatchedHour {
  film: string;
  hourSec: number;
  /** Uuids of the two clients. */
  own: string;
  other: string;
}

async function recordMinutes(api: TestApi, { film, hourSec, own, other }: WatchedHour): Promise<void> {
  const analytics = createClient({ url: api.clickhouseUrl });
  const [a, b] = [randomUUID(), randomUUID()];
  const rows: MinuteReport[] = [
    { session_uuid: a, atSec: 60, viewer: "v1", country: "FR", device: "tv", views: 1, sec_server: 60 },
    { session_uuid: a, atSec: 120, viewer: "v1", country: "FR", device: "tv", sec_server: 30 },
    { session_uuid: b, atSec: 120, viewer: "v2", country: "DE", device: "phone", views: 1, sec_server: 10 },
    { session_uuid: b, atSec: 1_860, viewer: "v2", country: "DE", device: "phone", sec_server: 50 },
    { session_uuid: b, atSec: 1_920, viewer: "v3", country: "", device: "phone", sec_server: 5 },
    {
      client_uuid: other,
      session_uuid: a,
      atSec: 60,
      country: "FR",
      views: 1,
      sec_server: 1_000,
    },
  ];
  const values = rows.map(({ atSec, ...row }) => ({
    client_uuid: own,
    video_uuid: film,
    minute: hourSec + atSec,
    version: hourSec * 1_000,
    ...row,
  }));
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await analytics.close();
}
