import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { Client, errors } from "@elastic/elasticsearch";
import { fillPath, routes, type SearchAnswer } from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";

const HOUR_SEC = 3_600;

let api: TestApi;
let manager: TestUser;
let outsider: TestUser;
/** The two watched videos of the manager's client, and the start of the previous hour. */
let film: string;
let show: string;
let hourSec: number;
beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
  outsider = await api.addUser(["readAnalytics"]);
  [film, show] = [await addVideo("Film"), await addVideo("Show")];
  hourSec = Math.floor(Date.now() / 1_000 / HOUR_SEC) * HOUR_SEC - HOUR_SEC;
  await recordMinutes();
});
afterAll(() => api.close());

async function addVideo(title: string): Promise<string> {
  const { uuid } = await api.database.db
    .insertInto("videos")
    .values({
      client_uuid: manager.clientUuid,
      user_uuid: manager.userUuid,
      title,

      status: "segmented",
      input_qualities: '"x"',
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  return uuid;
}

type MinuteReport = Partial<Omit<SessionMinuteRow, "minute">> & { atSec: number; viewer?: string };

/** Writes rows like the edge. */
async function recordMinutes(): Promise<void> {
  const analytics = createClient({ url: api.clickhouseUrl });
  const [a, b] = [randomUUID(), randomUUID()];
  const rows: MinuteReport[] = [
    {
      video_uuid: film,
      session_uuid: a,
      atSec: 60,
      viewer: "v1",
      country: "FR",
      views: 1,
      bytes_server: 1,
      version: 1,
    },
    // Of several reports of a minute, only the latest counts.
    {
      video_uuid: film,
      session_uuid: a,
      atSec: 60,
      viewer: "v1",
      country: "FR",
      views: 1,
      sec_server: 60,
      bytes_server: 4e6,
      sec_rebuf_http: 3,
    },
    {
      video_uuid: film,
      session_uuid: a,
      atSec: 120,
      viewer: "v1",
      country: "FR",
      sec_peer: 60,
      bytes_peer: 6e6,
      sec_rebuf_p2p: 1,
    },
    {
      video_uuid: film,
      session_uuid: b,
      atSec: 1_860,
      viewer: "v2",
      country: "DE",
      views: 1,
      sec_server: 30,
      bytes_server: 2e6,
    },
    {
      video_uuid: show,
      session_uuid: b,
      atSec: 60,
      country: "FR",
      views: 1,
      sec_server: 3_600,
      bytes_server: 1e6,
    },
    {
      video_uuid: film,
      session_uuid: b,
      atSec: -86_400,
      viewer: "v3",
      country: "FR",
      views: 1,
      sec_server: 7,
      bytes_server: 5e6,
    },
    {
      video_uuid: film,
      session_uuid: b,
      atSec: 60,
      client_uuid: outsider.clientUuid,
      views: 1,
      sec_server: 1_000,
    },
  ];
  const values = rows.map(({ atSec, ...row }) => ({
    client_uuid: manager.clientUuid,
    minute: hourSec + atSec,
    version: hourSec * 1_000,
    ...row,
  }));
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await analytics.close();
}

const createElasticClient = (auth: { bearer: string } | { username: string; password: string }) =>
  new Client({ node: `${api.url}/api/search`, auth, maxRetries: 0 });

/** A bucket in the response to the first search. */
interface CountryBucket extends Record<string, unknown> {
  steps: {
    buckets: {
      key: number;
      key_as_string: string;
      doc_count: number;
      countries: { buckets: { key: string; doc_count: number; data: { value: number } }[] };
    }[];
  };
}

const duringHourQuery = () => ({
  range: { timestamp: { gte: hourSec * 1_000, lt: new Date((hourSec + HOUR_SEC) * 1_000).toISOString() } },
});
const totalOf = ({ hits: { total } }: SearchAnswer) => (typeof total === "number" ? total : total.value);
const createSum = (field: string) => ({ sum: { field } });

test("the official Elasticsearch client can request and read sums, viewers, steps and places", async () => {
  const client = createElasticClient({ bearer: manager.credential });
  const answer = await client.search<unknown, CountryBucket>({
    index: `${film}_*`,
    size: 0,
    query: { bool: { filter: [duringHourQuery()] } },
    aggs: {
      server: createSum("sec_server"),
      peer: createSum("sec_peer"),
      rebuf: createSum("sec_rebuf"),
      viewers: { cardinality: { field: "new_client_uuid" } },
      steps: {
        date_histogram: { field: "timestamp", fixed_interval: "10m", time_zone: "Europe/Paris" },
        aggs: { countries: { terms: { field: "country" }, aggs: { data: createSum("tot_amount_data") } } },
      },
    },
  });
  expect(answer.hits).toMatchObject({ total: { value: 3, relation: "eq" }, hits: [] });
  expect(answer).toMatchObject({ timed_out: false, _shards: { failed: 0 } });
  const { steps, ...metrics } = answer.aggregations ?? {};
  expect(metrics).toEqual({
    server: { value: 90 },
    peer: { value: 60 },
    rebuf: { value: 4 },
    viewers: { value: 2 },
  });
  const found = steps?.buckets.map((step) => [
    (step.key / 1_000 - hourSec) / 60,
    step.doc_count,
    step.countries.buckets.map((country) => [country.key, country.doc_count, country.data.value]),
  ]);
  expect(found).toEqual([
    [0, 2, [["FR", 2, 10]]],
    [10, 0, []],
    [20, 0, []],
    [30, 1, [["DE", 1, 2]]],
  ]);
  expect(Date.parse(steps?.buckets[0]?.key_as_string ?? "")).toBe(hourSec * 1_000);
  expect(steps?.buckets[0]?.key_as_string).toMatch(/\+0[12]:00$/);
  await client.close();
});

test("several keys can be searched together, in the URL or by _index, and all of a client's, best first", async () => {
  const aggs = {
    views: createSum("nbVues"),
    hours: createSum("tot_hours_view"),
    data: createSum("global_MB_server"),
  };
  const both = await manager.call(routes.searchKey, {
    params: { key: `${film}*,${show}_day` },
    body: { size: 0, query: duringHourQuery(), aggs },
  });
  const all = { views: { value: 3 }, hours: { value: expect.closeTo(1 + 150 / 3_600) }, data: { value: 7 } };
  expect(both.aggregations).toEqual(all);
  const global = await manager.call(routes.searchKey, {
    params: { key: `global${manager.clientUuid}` },
    body: { size: 0, query: duringHourQuery(), aggs },
  });
  expect(global.aggregations).toEqual(all);
  const one = await manager.call(routes.searchAll, {
    body: { size: 0, query: { bool: { must: [duringHourQuery(), { terms: { _index: [show] } }] } }, aggs },
  });
  expect(one.aggregations?.views).toEqual({ value: 1 });
  const best = await manager.call(routes.searchAll, {
    body: {
      size: 0,
      query: duringHourQuery(),
      aggs: {
        keys: {
          terms: { field: "authorizationKey", size: 1, order: { watched: "desc" } },
          aggs: {
            watched: createSum("sec_server"),
            days: { date_histogram: { field: "timestamp", calendar_interval: "day" } },
          },
        },
      },
    },
  });
  expect(totalOf(best)).toBe(4);
  expect(best.aggregations?.keys).toMatchObject({
    sum_other_doc_count: 3,
    buckets: [{ key: show, doc_count: 1, watched: { value: 3_600 }, days: { buckets: [{ doc_count: 1 }] } }],
  });
});

test("the total counts all matches even if few or no buckets are shown", async () => {
  const count = async (query: object, more: object) => {
    const aggs = { countries: { terms: { field: "country", ...more } } };
    return totalOf(await manager.call(routes.searchAll, { body: { size: 0, query, aggs } }));
  };
  const nothing = { bool: { filter: [duringHourQuery(), { term: { country: "ZZ" } }] } };
  expect(await count(duringHourQuery(), { size: 1 })).toBe(4);
  expect(await count(duringHourQuery(), { min_doc_count: 1_000 })).toBe(4);
  expect(await count(nothing, {})).toBe(0);
});

test("hits are minutes of sessions, in the requested number and order", async () => {
  const seconds = {
    bool: {
      filter: [duringHourQuery(), { term: { sec_server: 60 } }, { range: { MB_server: { gt: 3.5 } } }],
    },
  };
  const counted = await manager.call(routes.searchKey, {
    params: { key: film },
    body: { size: 0, query: seconds },
  });
  expect(totalOf(counted)).toBe(1);
  const answer = await manager.call(routes.searchKey, {
    params: { key: film },
    body: {
      size: 1,
      from: 1,
      sort: [{ timestamp: "asc" }],
      query: duringHourQuery(),
      _source: ["timestamp", "MB_peer", "country"],
    },
  });
  expect(totalOf(answer)).toBe(3);
  const at = new Date((hourSec + 120) * 1_000).toISOString();
  expect(answer.hits.hits).toMatchObject([
    { _index: film, _source: { timestamp: at, MB_peer: 6, country: "FR" }, sort: [Date.parse(at)] },
  ]);
});

test("unsupported parts are refused by name in Elasticsearch's error format", async () => {
  const client = createElasticClient({ bearer: manager.credential });
  const error = await client.search({ index: film, aggs: { x: { rate: { field: "sec_server" } } } }).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(errors.ResponseError);
  const { statusCode, body } = error as errors.ResponseError;
  expect(statusCode).toBe(400);
  const reason = "unsupported aggregation rate at aggs.x";
  expect(body).toMatchObject({
    status: 400,
    code: "bad_request",
    fields: [{ path: "aggs.x", reason }],
    error: { type: "parsing_exception", reason, root_cause: [{ reason }] },
  });
  await client.close();
});

test("keys and rows of other clients are not found, while administrators read all clients", async () => {
  const request = (user: TestUser, key: string) =>
    user.call(routes.searchKey, { params: { key }, body: { size: 0, aggs: { s: createSum("sec_server") } } });
  for (const key of [film, `global${manager.clientUuid}`, "nonsense", randomUUID()])
    expect(await codeOf(request(outsider, key)), key).toBe("not_found");
  expect(await codeOf(request(manager, `${film}_year`))).toBe("bad_request");
  expect((await request(outsider, "global*")).aggregations).toEqual({ s: { value: 1_000 } });
  expect(await codeOf(outsider.call(routes.findMetricsKey, { params: { key: film } }))).toBe("not_found");
  expect(await manager.call(routes.findMetricsKey, { params: { key: film } })).toEqual({
    authorizationKey: film,
  });
  const admin = await api.addUser(["admin"]);
  expect((await request(admin, film)).aggregations).toEqual({ s: { value: 97 } });
  expect((await request(admin, "global*")).aggregations).toEqual({ s: { value: 97 + 3_600 + 1_000 } });
});

test("backends search with an API key, whose secret is returned once, and which may be limited to videos", async () => {
  const params = { id: manager.clientUuid };
  const editor = await api.addUser(["editor"], { clientOf: manager });
  const body = { description: " Data warehouse ", fixedParameters: { videos: [film] } };
  expect(await codeOf(editor.call(routes.addApiKey, { params, body }))).toBe("forbidden");
  expect(await codeOf(outsider.call(routes.listApiKeys, { params, query: {} }))).toBe("forbidden");
  const { secret, ...key } = await manager.call(routes.addApiKey, { params, body });
  expect(key).toMatchObject({ type: "analytics", description: "Data warehouse", lastUsedAt: null });
  const basic = (password: string) => `Basic ${Buffer.from(`${key.uuid}:${password}`).toString("base64")}`;
  const viewers = (authorization: string) =>
    fetch(api.url + routes.searchViewers.path, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ size: 0, aggs: { s: createSum("sec_server") } }),
    });
  expect(await (await viewers(basic(secret))).json()).toMatchObject({ aggregations: { s: { value: 97 } } });
  expect((await viewers(basic("wrong"))).status).toBe(401);
  expect((await viewers(`Bearer ${manager.credential}`)).status).toBe(401);
  const client = createElasticClient({ username: key.uuid, password: secret });
  expect((await client.search({ index: "global*", size: 0 })).hits.total).toMatchObject({ value: 4 });
  await expect(client.search({ index: show, size: 0 })).rejects.toMatchObject({ statusCode: 404 });
  await client.close();
  const listed = await manager.call(routes.listApiKeys, { params, query: {} });
  const { key: _whole, ...found } = key;
  expect(listed).toEqual({
    _embedded: [
      {
        ...found,
        lastUsedAt: expect.any(String),
        lastUsedAddress: expect.any(String),
        lastUsedCall: "POST /api/viewers",
      },
    ],
    _size: 1,
  });
  const gone = { params: { ...params, key: key.uuid } };
  await manager.call(routes.deleteApiKey, gone);
  expect(await codeOf(manager.call(routes.deleteApiKey, gone))).toBe("api_key_not_found");
  expect((await viewers(basic(secret))).status).toBe(401);
});

test("keys are ranked by a figure of a period, and backends can request the best of any period", async () => {
  const editor = await api.addUser(["editor"], { clientOf: manager });
  const best = await editor.call(routes.listMetricsKeys, {
    query: { sort: { hourview_week: -1 }, count: true },
  });
  expect(best._embedded.map(({ title }) => title)).toEqual(["Show", "Film"]);
  expect(best).toMatchObject({
    _size: 2,
    _embedded: [
      { authorizationKey: show, user: manager.username, nbView_week: 1 },
      { rebuff_week: (3_600 * 4) / 157 },
    ],
  });
  const worst = await manager.call(routes.listOwnMetricsKeys, {
    query: { sort: { hourview_week: 1 }, pagesize: 1 },
  });
  expect(worst).toMatchObject({ _size: 2, _embedded: [{ title: "Film" }] });
  expect((await editor.call(routes.listOwnMetricsKeys, { query: {} }))._size).toBe(0);
  const cameras = await manager.call(routes.listMetricsKeys, { query: { filter: { camera: true } } });
  expect(cameras).toEqual({ _embedded: [], _size: 0 });
  const foreign = outsider.call(routes.listMetricsKeys, {
    query: { filter: { client: manager.clientUuid } },
  });
  expect(await codeOf(foreign)).toBe("client_not_found");

  const { uuid, secret } = await manager.call(routes.addApiKey, {
    params: { id: manager.clientUuid },
    body: { description: "Site" },
  });
  const top = async (body: object) => {
    const response = await fetch(api.url + fillPath(routes.rankVideos.path), {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${uuid}:${secret}`)}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { _embedded?: { title: string }[]; code?: string; _size?: number };
  };
  const [startDate, endDate] = [hourSec, hourSec + HOUR_SEC].map((sec) =>
    new Date(sec * 1_000).toISOString(),
  );
  const period = { client: manager.clientUuid, startDate, endDate };
  const ranked = await top({ ...period, sortOn: "dataDelivered", rankingSize: 1 });
  expect(ranked).toMatchObject({
    _size: 2,
    _embedded: [{ title: "Film", dataDelivered: 12, offload: 50, nbView: 2 }],
  });
  expect((await top({ ...period, key: show }))._embedded?.map(({ title }) => title)).toEqual(["Show"]);
  expect((await top({ ...period, client: outsider.clientUuid })).code).toBe("client_not_found");
  expect((await top({ ...period, endDate: startDate })).code).toBe("bad_request");
});

test("feedback returns the search under a key's suffix, each server's days, and the number of current viewers", async () => {
  const { data } = await manager.call(routes.feedback, {
    body: {
      key: `${film}*`,
      query: { size: 0, query: duringHourQuery(), aggs: { s: createSum("MB_server") } },
    },
  });
  expect(data.aggregations).toEqual({ s: { value: 6 } });
  const dates = [hourSec - 86_400, hourSec + 1_860].map((sec) => new Date(sec * 1_000).toISOString());
  const days = await manager.call(routes.feedbackCdn, { body: { dates } });
  expect(days._embedded.map(({ date }) => date)).toEqual([
    ...new Set(dates.map((date) => date.slice(0, 10))),
  ]);
  expect(days._embedded[0]?.MB_server).toBe(5);
  expect(days._embedded.reduce((sum, day) => sum + day.MB_server, 0)).toBe(12);
  expect(await codeOf(manager.call(routes.feedbackCdn, { body: { dates: dates.toReversed() } }))).toBe(
    "bad_request",
  );
  expect(await manager.call(routes.feedbackRunning, { body: { key: show } })).toEqual({
    key: show,
    concurrentUsers: 0,
  });
  const analytics = createClient({ url: api.clickhouseUrl });
  const row = {
    client_uuid: manager.clientUuid,
    video_uuid: show,
    session_uuid: randomUUID(),
    version: Date.now(),
  };
  await analytics.insert({
    table: "session_minutes",
    format: "JSONEachRow" as const,
    values: [{ ...row, minute: Math.floor(Date.now() / 60_000) * 60 }],
  });
  await analytics.close();
  expect(await manager.call(routes.feedbackRunning, { body: { key: show } })).toMatchObject({
    concurrentUsers: 1,
  });
});
