import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { Client } from "@elastic/elasticsearch";
import { type AddedApiKey, routes, type SessionMinuteRow } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../test-api.ts";

const HOUR_SEC = 3_600;

let api: TestApi;
let manager: TestUser;
let stranger: TestUser;
let key: AddedApiKey;
let film: string;
/** The beginning of the hour before this one. */
let hourSec: number;
beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
  stranger = await api.addUser(["manager"]);
  key = await addKey(manager);
  film = await addVideo();
  hourSec = Math.floor(Date.now() / 1_000 / HOUR_SEC) * HOUR_SEC - HOUR_SEC;
  await report();
});
afterAll(() => api.close());

const addKey = (user: TestUser, videos: string[] = []) =>
  user.call(routes.addApiKey, {
    params: { id: user.clientUuid },
    body: { description: "Grafana", fixedParameters: { videos } },
  });

async function addVideo(): Promise<string> {
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

type Report = Partial<Omit<SessionMinuteRow, "minute">> & { atSec: number };

async function report(): Promise<void> {
  const analytics = createClient({ url: api.clickhouseUrl });
  const [a, b] = [randomUUID(), randomUUID()];
  const rows: Report[] = [
    { session_uuid: a, atSec: 60, viewer: "v1", country: "FR", device: "tv", views: 1, sec_server: 60 },
    { session_uuid: a, atSec: 120, viewer: "v1", country: "FR", device: "tv", sec_server: 30 },
    { session_uuid: b, atSec: 120, viewer: "v2", country: "DE", device: "phone", views: 1, sec_server: 10 },
    { session_uuid: b, atSec: 1_860, viewer: "v2", country: "DE", device: "phone", sec_server: 50 },
    { session_uuid: b, atSec: 1_920, viewer: "v3", country: "", device: "phone", sec_server: 5 },
    {
      client_uuid: stranger.clientUuid,
      session_uuid: a,
      atSec: 60,
      country: "FR",
      views: 1,
      sec_server: 1_000,
    },
  ];
  const values = rows.map(({ atSec, ...row }) => ({
    client_uuid: manager.clientUuid,
    video_uuid: film,
    minute: hourSec + atSec,
    version: hourSec * 1_000,
    ...row,
  }));
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await analytics.close();
}

const basic = ({ uuid, secret }: AddedApiKey) => `Basic ${btoa(`${uuid}:${secret}`)}`;
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which are compared as a whole.
type Told = any;

interface Ask {
  method?: string;
  body?: string;
  authorization?: string;
}

/** As Grafana sends it: every body as lines, to the address of its settings. */
async function ask(path: string, { method = "GET", body, authorization = basic(key) }: Ask = {}) {
  const response = await fetch(`${api.url}/api/search${path}`, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { "content-type": "application/x-ndjson" }) },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const told = (text === "" ? undefined : JSON.parse(text)) as Told;
  return { status: response.status, product: response.headers.get("x-elastic-product"), told };
}

/** What Grafana's data source sends for its panels. */
const HEADER = { ignore_unavailable: true, index: "global*", search_type: "query_then_fetch" };
const fromMs = () => hourSec * 1_000;
const untilMs = () => (hourSec + HOUR_SEC) * 1_000 - 1;
const rangeOf = () => ({ range: { timestamp: { format: "epoch_millis", gte: fromMs(), lte: untilMs() } } });
const filtered = (query: string) => ({
  bool: { filter: [rangeOf(), { query_string: { analyze_wildcard: true, query } }] },
});
const steps = (interval: string, aggs?: object) => ({
  date_histogram: {
    extended_bounds: { max: untilMs(), min: fromMs() },
    field: "timestamp",
    fixed_interval: interval,
    format: "epoch_millis",
    min_doc_count: 0,
  },
  ...(aggs ? { aggs } : {}),
});

async function panels(...searches: object[]): Promise<Told[]> {
  const lines = searches.flatMap((search) => [JSON.stringify(HEADER), JSON.stringify(search)]);
  const answer = await ask("/_msearch?max_concurrent_shard_requests=5", {
    method: "POST",
    body: `${lines.join("\n")}\n`,
  });
  expect(answer.status).toBe(200);
  return answer.told.responses as Told[];
}

/** Minutes of the hour, and what a bucket of each tells. */
const drawn = (buckets: Told[], value: (bucket: Told) => unknown) =>
  buckets.map((bucket) => [(bucket.key - fromMs()) / 60_000, value(bucket)]);

test("Grafana's Save & test finds a healthy cluster of a version that it knows, and the time field", async () => {
  expect(await ask("/_cluster/health?wait_for_status=yellow")).toMatchObject({
    status: 200,
    product: "Elasticsearch",
    told: { status: "green", timed_out: false },
  });
  for (const path of ["", "/"])
    expect(await ask(path), path).toMatchObject({
      status: 200,
      product: "Elasticsearch",
      told: { version: { number: expect.stringMatching(/^8\./), build_flavor: "default" } },
    });
  expect(await ask("", { method: "HEAD" })).toMatchObject({ status: 200, product: "Elasticsearch" });
  const { told } = await ask("/global*/_mapping");
  const { properties } = told[`global${manager.clientUuid}`].mappings;
  expect(properties).toMatchObject({
    timestamp: { type: "date" },
    "@timestamp": { type: "date" },
    country: { type: "keyword" },
    sec_server: { type: "double" },
  });
  const caps = await ask("/global*/_field_caps?fields=time*,sec_server");
  expect(caps.told).toEqual({
    indices: [`global${manager.clientUuid}`],
    fields: {
      timestamp: {
        date: { type: "date", metadata_field: false, searchable: true, aggregatable: true },
      },
      sec_server: {
        double: { type: "double", metadata_field: false, searchable: true, aggregatable: true },
      },
    },
  });
});

test("a panel of counts has a step for all of its time, whatever lies in it", async () => {
  const [half] = await panels({ size: 0, query: filtered("*"), aggs: { 2: steps("10m") } });
  expect(half.status).toBe(200);
  expect(drawn(half.aggregations[2].buckets, (bucket) => bucket.doc_count)).toEqual([
    [0, 3],
    [10, 0],
    [20, 0],
    [30, 2],
    [40, 0],
    [50, 0],
  ]);
  expect(half.aggregations[2].buckets[0].key_as_string).toBe(String(fromMs()));
  const [nothing] = await panels({ size: 0, query: filtered("country:ZZ"), aggs: { 2: steps("10m") } });
  expect(drawn(nothing.aggregations[2].buckets, (bucket) => bucket.doc_count)).toEqual(
    [0, 10, 20, 30, 40, 50].map((minute) => [minute, 0]),
  );
  // As narrow as Grafana makes them when it shows a few minutes.
  const [narrow] = await panels({ size: 0, query: filtered("*"), aggs: { 2: steps("2500ms") } });
  const told = narrow.aggregations[2].buckets.filter((bucket: Told) => bucket.doc_count > 0);
  expect(narrow.aggregations[2].buckets).toHaveLength(1_440);
  expect(drawn(told, (bucket) => bucket.doc_count)).toEqual([
    [1, 1],
    [2, 2],
    [31, 1],
    [32, 1],
  ]);
});

test("a panel of averages, ends, percentiles and distinct viewers, of which empty steps have none", async () => {
  const metrics = {
    1: { avg: { field: "sec_server" } },
    3: { max: { field: "sec_server" } },
    4: { min: { field: "sec_server" } },
    5: { sum: { field: "sec_server" } },
    6: { cardinality: { field: "new_client_uuid" } },
    7: { percentiles: { field: "sec_server", percents: ["50", "99.9"] } },
    8: { value_count: { field: "country" } },
    9: { extended_stats: { field: "sec_server" } },
  };
  const [panel] = await panels({ size: 0, query: filtered("*"), aggs: { 2: steps("30m", metrics) } });
  const [first, second] = panel.aggregations[2].buckets;
  expect(first).toMatchObject({
    doc_count: 3,
    1: { value: expect.closeTo(100 / 3) },
    3: { value: 60 },
    4: { value: 10 },
    5: { value: 100 },
    6: { value: 2 },
    7: { values: { "50.0": 30, "99.9": expect.closeTo(60, 0) } },
    8: { value: 3 },
    9: { count: 3, min: 10, max: 60, sum: 100, sum_of_squares: 4_600 },
  });
  expect(first[9].std_deviation).toBeCloseTo(Math.sqrt(4_600 / 3 - (100 / 3) ** 2));
  // Of one row nothing is known of its country.
  expect(second).toMatchObject({ doc_count: 2, 1: { value: 27.5 }, 8: { value: 1 } });
  const [empty] = await panels({
    size: 0,
    query: filtered("country:ZZ"),
    aggs: { 2: steps("1h", metrics), all: { avg: { field: "sec_server" } } },
  });
  expect(empty.aggregations.all).toEqual({ value: null });
  expect(empty.aggregations[2].buckets).toEqual([
    {
      key: fromMs(),
      key_as_string: String(fromMs()),
      doc_count: 0,
      1: { value: null },
      3: { value: null },
      4: { value: null },
      5: { value: 0 },
      6: { value: 0 },
      7: { values: { "50.0": null, "99.9": null } },
      8: { value: 0 },
      9: expect.objectContaining({ count: 0, avg: null, std_deviation: null }),
    },
  ]);
});

test("a panel of lines by a term is ordered by a metric, a percentile or the key, and names what is not known", async () => {
  const lines = (order: object, more: object = {}) => ({
    size: 0,
    query: filtered("*"),
    aggs: {
      3: {
        terms: { field: "country", min_doc_count: 0, order, size: 10, ...more },
        aggs: {
          1: { avg: { field: "sec_server" } },
          4: { percentiles: { field: "sec_server", percents: ["50"] } },
          2: steps("30m", { 1: { avg: { field: "sec_server" } } }),
        },
      },
    },
  });
  const [byAverage, byPercentile, byKey] = await panels(
    lines({ 1: "desc" }),
    lines({ "4[50.0]": "asc" }),
    lines({ _term: "desc" }, { missing: "unknown" }),
  );
  const keysOf = (panel: Told) => panel.aggregations[3].buckets.map(({ key: term }: Told) => term);
  expect(keysOf(byAverage)).toEqual(["FR", "DE", ""]);
  expect(keysOf(byPercentile)[0]).toBe("");
  expect(keysOf(byKey)).toEqual(["unknown", "FR", "DE"]);
  const france = byKey.aggregations[3].buckets[1];
  expect(drawn(france[2].buckets, (bucket) => bucket[1].value)).toEqual([
    [0, 45],
    [30, null],
  ]);
});

test("a panel by filters has a line for each, a row lies in all that hold of it, and one filter is a bucket", async () => {
  const lucene = (query: string) => ({ query_string: { analyze_wildcard: true, query } });
  const [panel] = await panels({
    size: 0,
    query: filtered("*"),
    aggs: {
      3: {
        filters: {
          filters: {
            France: lucene("country:FR"),
            "long minutes": lucene("sec_server:>=50"),
            none: lucene("country:ZZ"),
          },
        },
        aggs: {
          2: steps("30m", { 1: { sum: { field: "sec_server" } } }),
          // The same again: pairs of them, not each with itself alone.
          again: { filters: { filters: [lucene("country:FR"), lucene("sec_server:>=50")] } },
        },
      },
      one: {
        filter: { term: { device: "phone" } },
        aggs: { countries: { terms: { field: "country" } } },
      },
    },
  });
  const { 3: filters, one } = panel.aggregations;
  const told = Object.entries(filters.buckets as Record<string, Told>).map(([name, bucket]) => [
    name,
    bucket.doc_count,
    bucket[2].buckets.map((step: Told) => step[1].value),
    bucket.again.buckets.map((pair: Told) => pair.doc_count),
  ]);
  expect(told).toEqual([
    ["France", 2, [90, 0], [2, 1]],
    ["long minutes", 2, [60, 50], [1, 2]],
    ["none", 0, [0, 0], [0, 0]],
  ]);
  expect(one).toMatchObject({
    doc_count: 3,
    countries: { buckets: [{ key: "DE", doc_count: 2 }, { key: "" }] },
  });
  expect(panel.hits.total).toEqual({ value: 5, relation: "eq" });
});

test("raw documents and logs come newest first with their time, and go on behind the last of them", async () => {
  const raw = {
    docvalue_fields: ["timestamp"],
    fields: [{ field: "timestamp", format: "strict_date_optional_time_nanos" }],
    query: filtered("device:phone"),
    script_fields: {},
    size: 2,
    // In the order in which Grafana's language writes them.
    sort: { _doc: { order: "desc" }, timestamp: { order: "desc", unmapped_type: "boolean" } },
  };
  const highlight = {
    fields: { "*": {} },
    fragment_size: 2_147_483_647,
    post_tags: ["@/HIGHLIGHT@"],
    pre_tags: ["@HIGHLIGHT@"],
  };
  const [documents, logs] = await panels(raw, { ...raw, highlight, aggs: { 1: steps("30m") } });
  const at = (sec: number) => new Date((hourSec + sec) * 1_000).toISOString();
  expect(documents.hits.total).toEqual({ value: 3, relation: "eq" });
  expect(documents.hits.hits).toMatchObject([
    { _index: film, _source: { timestamp: at(1_920), sec_server: 5 }, fields: { timestamp: [at(1_920)] } },
    { _index: film, _source: { timestamp: at(1_860), country: "DE" }, fields: { timestamp: [at(1_860)] } },
  ]);
  expect(logs.hits.hits).toEqual(documents.hits.hits);
  expect(logs.aggregations[1].buckets).toHaveLength(2);
  const [rest] = await panels({ ...raw, search_after: documents.hits.hits[1].sort });
  expect(rest.hits.hits).toMatchObject([{ _source: { timestamp: at(120), device: "phone" } }]);
  expect(rest.hits.total.value).toBe(3);
});

test("variables and annotations of Grafana: the terms of a field, and a range from one moment to another", async () => {
  const [terms, annotations] = await panels(
    {
      size: 0,
      query: filtered("*"),
      aggs: { 1: { terms: { field: "device", order: { _key: "asc" }, size: 500 } } },
    },
    {
      size: 10_000,
      query: {
        bool: {
          filter: [
            {
              bool: {
                minimum_should_match: 1,
                should: [{ range: { timestamp: { format: "epoch_millis", from: fromMs(), to: untilMs() } } }],
              },
            },
            { query_string: { query: "country:DE AND -sec_server:10" } },
          ],
        },
      },
    },
  );
  expect(terms.aggregations[1].buckets.map(({ key: term }: Told) => term)).toEqual(["phone", "tv"]);
  expect(annotations.hits.hits).toMatchObject([{ _source: { sec_server: 50 } }]);
});

test("one search among several that is refused tells why in its place; unknown indices are left out where that is asked", async () => {
  const [refused, well] = await panels(
    { size: 0, query: filtered("user:x") },
    { size: 0, query: filtered("*") },
  );
  const reason = "unsupported field user at query.bool.filter.1.query_string.query";
  expect(refused).toEqual({
    status: 400,
    error: { type: "parsing_exception", reason, root_cause: [{ type: "parsing_exception", reason }] },
  });
  expect(well.hits.total.value).toBe(5);
  const lines = [
    { index: [film, "logs-2026.01.01"] },
    { size: 0 },
    { index: "logs-*", ignore_unavailable: true },
    {},
  ];
  const body = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  const { told } = await ask("/_msearch", { method: "POST", body });
  expect(told.responses).toMatchObject([
    { status: 404, error: { type: "index_not_found_exception", reason: "no such index [logs-2026.01.01]" } },
    { status: 200, hits: { total: { value: 0 }, hits: [] } },
  ]);
});

test("lines that are no searches, too many of them, and more hits than an answer holds are refused", async () => {
  const post = (body: string) => ask("/_msearch", { method: "POST", body });
  for (const [body, reason] of [
    ["", "body has no search"],
    ["{}\n", "body has a line for an index without its search"],
    ["{}\n{", "line 2 is not JSON"],
    ['{"routing":"x"}\n{}', "unsupported parameter routing at line 1.routing"],
    ["{}\n{}\n".repeat(33), "body has more than 32 searches"],
  ]) {
    const { status, told } = await post(body ?? "");
    expect([status, told.error?.reason], body).toEqual([400, reason]);
  }
  expect((await post(`{}\n{"x":"${"a".repeat(600_000)}"}\n`)).status).toBe(413);
  const { told } = await post('{}\n{"size":6000}\n{}\n{"size":6000}\n');
  expect(told.responses).toMatchObject([
    { status: 200 },
    { status: 400, error: { reason: "size must not exceed 10000 in all searches of a call together" } },
  ]);
  // Buckets of all searches of a call count together, too.
  const many = JSON.stringify({ size: 0, aggs: { 2: steps("300ms") } });
  const two = await post(`{}\n${many}\n{}\n${many}\n`);
  expect(two.told.responses).toMatchObject([
    { status: 200 },
    { status: 400, error: { type: "too_many_buckets_exception" } },
  ]);
});

test("every client sees its own rows alone, in each call and by each way to ask", async () => {
  const strangerKey = await addKey(stranger);
  const bound = await addKey(manager, [randomUUID()]);
  const apiKey = (each: AddedApiKey) => `ApiKey ${btoa(`${each.uuid}:${each.secret}`)}`;
  const body = "{}\n{}\n";
  for (const [who, authorization, rows] of [
    ["the client", basic(key), 5],
    ["the client by Elasticsearch's scheme", apiKey(key), 5],
    ["a user", `Bearer ${manager.credential}`, 5],
    ["another client", basic(strangerKey), 1],
    ["a key of another video", apiKey(bound), 0],
  ] as const) {
    for (const index of ["", "/*", "/_all", "/global*"]) {
      const { told: counted } = await ask(`${index}/_count`, { authorization });
      const { told: found } = await ask(`${index}/_search?size=0`, { authorization });
      const { told: several } = await ask(`${index}/_msearch`, { method: "POST", body, authorization });
      expect(
        [counted.count, found.hits.total.value, several.responses[0].hits.total.value],
        `${who} ${index}`,
      ).toEqual([rows, rows, rows]);
    }
  }
  for (const path of ["_search", "_count", "_mapping", "_field_caps?fields=*"])
    for (const authorization of [basic(strangerKey), apiKey(bound)]) {
      const { status, told } = await ask(`/${film}/${path}`, { authorization });
      expect([status, told.code, JSON.stringify(told).includes("properties")], path).toEqual([
        404,
        "not_found",
        false,
      ]);
    }
  expect(Object.keys((await ask("/_mapping", { authorization: basic(strangerKey) })).told)).toEqual([
    `global${stranger.clientUuid}`,
  ]);
  const line = `${JSON.stringify({ index: film })}\n{}\n`;
  const { told } = await ask("/_msearch", { method: "POST", body: line, authorization: basic(strangerKey) });
  expect(told.responses[0].status).toBe(404);
  const inPath = await ask(`/${film}/_msearch`, { method: "POST", body, authorization: basic(strangerKey) });
  expect(inPath.told.responses).toEqual([expect.objectContaining({ status: 404 })]);
  for (const path of ["", "/_cluster/health", "/_mapping", "/_count", "/_search", "/_field_caps?fields=*"])
    expect((await ask(path, { authorization: "Basic bm9ib2R5Om5vdGhpbmc=" })).status, path).toBe(401);
  const reader = await api.addUser([], { clientOf: manager });
  expect((await ask("/_count", { authorization: `Bearer ${reader.credential}` })).status).toBe(403);
});

test("what an address says is done, and what is not understood is refused by its name", async () => {
  const { told } = await ask(
    `/_search?q=country:FR%20AND%20sec_server:>=1&size=1&from=1&sort=sec_server:desc&_source=country,sec_*&track_total_hits=true&rest_total_hits_as_int=true&pretty`,
  );
  expect(told.hits).toMatchObject({
    total: 2,
    hits: [{ _source: { country: "FR", sec_server: 30, sec_peer: 0 }, sort: [30] }],
  });
  expect(Object.keys(told.hits.hits[0]._source)).not.toContain("device");
  expect((await ask("/_count?q=country:FR")).told).toMatchObject({ count: 2 });
  expect((await ask(`/${film}/_count?q=FR+tv&default_operator=AND`)).told).toMatchObject({ count: 2 });
  const typed = await fetch(`${api.url}/api/search/_search?typed_keys=true&q=country:FR&size=0`, {
    method: "POST",
    headers: { authorization: basic(key), "content-type": "application/json" },
    body: JSON.stringify({
      size: 5,
      aggs: { s: { sum: { field: "sec_server" } }, t: { terms: { field: "device" } } },
    }),
  });
  const answer = (await typed.json()) as Told;
  expect(answer.hits.hits).toEqual([]);
  expect(answer.aggregations).toMatchObject({
    "sum#s": { value: 90 },
    "sterms#t": { buckets: [{ key: "tv" }] },
  });
  for (const [path, reason] of [
    ["/_search?filter_path=hits", "unsupported parameter filter_path at filter_path"],
    ["/_search?scroll=1m", "unsupported parameter scroll at scroll"],
    ["/_search?routing=x", "unsupported parameter routing at routing"],
    ["/_search?q=user:x", "unsupported field user at q.query"],
    ["/_search?q=FR&q=DE", "q is given more than once"],
    ["/_search?df=country", "df is given without q"],
    ["/_search?size=many", "size must be an integer from 0 to 10000"],
    ["/_search?sort=country:up", "sort.country must be asc or desc"],
    ["/_search?typed_keys=perhaps", "typed_keys must be true or false"],
    ["/_count?size=1", "unsupported parameter size at size"],
    ["/_field_caps", "fields must be 1 to 1000 names of fields"],
    ["/_mapping?q=x", "unsupported parameter q at q"],
    ["?q=x", "unsupported parameter q at q"],
  ]) {
    const { status, told: refusal, product } = await ask(path ?? "");
    expect([status, refusal.error.reason, product], path).toEqual([400, reason, "Elasticsearch"]);
  }
  const both = await fetch(`${api.url}/api/viewers?q=country:FR`, {
    method: "POST",
    headers: { authorization: basic(key), "content-type": "application/json" },
    body: JSON.stringify({ query: { match_all: {} } }),
  });
  expect([both.status, ((await both.json()) as Told).error.reason]).toEqual([
    400,
    "q is given beside a query in the body",
  ]);
});

test("composites are told page by page, each behind the last", async () => {
  const page = async (after?: object) => {
    const composite = {
      size: 2,
      sources: [
        { country: { terms: { field: "country", order: "desc" } } },
        { step: { date_histogram: { field: "timestamp", fixed_interval: "30m" } } },
      ],
      ...(after ? { after } : {}),
    };
    const [answer] = await panels({
      size: 0,
      query: filtered("*"),
      aggs: {
        c: {
          composite,
          aggs: { s: { sum: { field: "sec_server" } }, d: { terms: { field: "device" } } },
        },
      },
    });
    expect(answer.hits.total.value).toBe(5);
    return answer.aggregations.c;
  };
  const [first, half] = [fromMs(), fromMs() + 1_800_000];
  const one = await page();
  const tell = ({ key: { country, step }, doc_count, s, d }: Told) => [
    country,
    step,
    doc_count,
    s.value,
    d.buckets.map((bucket: Told) => bucket.key),
  ];
  expect(one.buckets.map(tell)).toEqual([
    ["FR", first, 2, 90, ["tv"]],
    ["DE", first, 1, 10, ["phone"]],
  ]);
  expect(one.after_key).toEqual({ country: "DE", step: first });
  const two = await page(one.after_key);
  expect(two.buckets.map(tell)).toEqual([
    ["DE", half, 1, 50, ["phone"]],
    ["", half, 1, 5, ["phone"]],
  ]);
  expect(await page(two.after_key)).toEqual({ buckets: [] });
});

test("the official client asks who answers, counts, searches one by one and at once, and lists fields", async () => {
  const client = new Client({
    node: `${api.url}/api/search`,
    auth: { apiKey: { id: key.uuid, api_key: key.secret } },
    maxRetries: 0,
  });
  expect((await client.info()).version.number).toMatch(/^8\./);
  expect(await client.ping()).toBe(true);
  expect((await client.cluster.health()).status).toBe("green");
  expect((await client.count()).count).toBe(5);
  expect((await client.count({ index: film, query: { exists: { field: "country" } } })).count).toBe(4);
  expect((await client.search({ q: "country:FR", size: 1 })).hits.hits).toHaveLength(1);
  const { responses } = await client.msearch({
    index: film,
    searches: [
      {},
      { size: 0, query: { match_none: {} } },
      { index: "global*" },
      { size: 1, query: { prefix: { country: "F" } } },
    ],
  });
  expect(responses).toMatchObject([
    { hits: { total: { value: 0 } } },
    { hits: { total: { value: 2 }, hits: [{ _source: { country: "FR" } }] } },
  ]);
  expect((await client.fieldCaps({ index: film, fields: ["count*"] })).fields).toMatchObject({
    country: { keyword: { aggregatable: true } },
  });
  expect((await client.indices.getMapping({ index: film }))[film]?.mappings.properties).toMatchObject({
    timestamp: { type: "date" },
  });
  await client.close();
});

test("steps of a calendar begin where their extended bounds do, by the clocks of a time zone and an offset", async () => {
  const bounds = (from: string, until: string, more: object) => ({
    size: 0,
    query: { bool: { filter: [{ query_string: { query: "country:ZZ" } }] } },
    aggs: {
      x: {
        date_histogram: {
          field: "@timestamp",
          time_zone: "Europe/Paris",
          extended_bounds: { min: from, max: until },
          ...more,
        },
      },
    },
  });
  const [weeks, days, hours] = await panels(
    bounds("2026-03-26T12:00:00Z", "2026-04-01T00:00:00Z", { calendar_interval: "1w" }),
    bounds("2026-03-28T12:00:00Z", "2026-03-30T00:00:00Z", { interval: "day", offset: "+6h" }),
    bounds("2026-10-25T00:00:00Z", "2026-10-25T01:59:00Z", { interval: "1h" }),
  );
  const stepsOf = (panel: Told) =>
    panel.aggregations.x.buckets.map((bucket: Told) => new Date(bucket.key).toISOString());
  expect(stepsOf(weeks)).toEqual(["2026-03-22T23:00:00.000Z", "2026-03-29T22:00:00.000Z"]);
  expect(stepsOf(days)).toEqual(["2026-03-28T05:00:00.000Z", "2026-03-29T05:00:00.000Z"]);
  expect(stepsOf(hours)).toEqual(["2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z"]);
});
