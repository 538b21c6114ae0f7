import { randomUUID } from "node:crypto";
import { Client } from "@elastic/elasticsearch";
import type { AddedApiKey } from "@shoal/contract";
import { expect, test } from "vitest";
import {
  basicAuthorization,
  type ElasticContent,
  useElasticHarness,
} from "../../../testing/elastic-harness.ts";

const harness = useElasticHarness();
const { ask, panels, filtered, steps, addKey } = harness;

test("a refused search among several returns its reason in its place, and unknown indices can be ignored", async () => {
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
    { index: [harness.film, "logs-2026.01.01"] },
    { size: 0 },
    { index: "logs-*", ignore_unavailable: true },
    {},
  ];
  const body = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  const { content } = await ask("/_msearch", { method: "POST", body });
  expect(content.responses).toMatchObject([
    { status: 404, error: { type: "index_not_found_exception", reason: "no such index [logs-2026.01.01]" } },
    { status: 200, hits: { total: { value: 0 }, hits: [] } },
  ]);
});

test("invalid lines, too many searches, and more hits than a response can contain are refused", async () => {
  const post = (body: string) => ask("/_msearch", { method: "POST", body });
  for (const [body, reason] of [
    ["", "body has no search"],
    ["{}\n", "body has a line for an index without its search"],
    ["{}\n{", "line 2 is not JSON"],
    ['{"routing":"x"}\n{}', "unsupported parameter routing at line 1.routing"],
    ["{}\n{}\n".repeat(33), "body has more than 32 searches"],
  ]) {
    const { status, content } = await post(body ?? "");
    expect([status, content.error?.reason], body).toEqual([400, reason]);
  }
  expect((await post(`{}\n{"x":"${"a".repeat(600_000)}"}\n`)).status).toBe(413);
  const { content } = await post('{}\n{"size":6000}\n{}\n{"size":6000}\n');
  expect(content.responses).toMatchObject([
    { status: 200 },
    { status: 400, error: { reason: "size must not exceed 10000 in all searches of a call together" } },
  ]);
  // The limit of buckets applies to all searches of a call together.
  const many = JSON.stringify({ size: 0, aggs: { 2: steps("300ms") } });
  const two = await post(`{}\n${many}\n{}\n${many}\n`);
  expect(two.content.responses).toMatchObject([
    { status: 200 },
    { status: 400, error: { type: "too_many_buckets_exception" } },
  ]);
});

test("every client reads only its own rows, in each call and with each kind of credential", async () => {
  const strangerKey = await addKey(harness.stranger);
  const bound = await addKey(harness.manager, [randomUUID()]);
  const apiKey = (each: AddedApiKey) => `ApiKey ${btoa(`${each.uuid}:${each.secret}`)}`;
  const body = "{}\n{}\n";
  for (const [who, authorization, rows] of [
    ["the client", basicAuthorization(harness.key), 5],
    ["the client by Elasticsearch's scheme", apiKey(harness.key), 5],
    ["a user", `Bearer ${harness.manager.credential}`, 5],
    ["another client", basicAuthorization(strangerKey), 1],
    ["a key of another video", apiKey(bound), 0],
  ] as const) {
    for (const index of ["", "/*", "/_all", "/global*"]) {
      const { content: counted } = await ask(`${index}/_count`, { authorization });
      const { content: found } = await ask(`${index}/_search?size=0`, { authorization });
      const { content: several } = await ask(`${index}/_msearch`, { method: "POST", body, authorization });
      expect(
        [counted.count, found.hits.total.value, several.responses[0].hits.total.value],
        `${who} ${index}`,
      ).toEqual([rows, rows, rows]);
    }
  }
  for (const path of ["_search", "_count", "_mapping", "_field_caps?fields=*"])
    for (const authorization of [basicAuthorization(strangerKey), apiKey(bound)]) {
      const { status, content } = await ask(`/${harness.film}/${path}`, { authorization });
      expect([status, content.code, JSON.stringify(content).includes("properties")], path).toEqual([
        404,
        "not_found",
        false,
      ]);
    }
  expect(
    Object.keys((await ask("/_mapping", { authorization: basicAuthorization(strangerKey) })).content),
  ).toEqual([`global${harness.stranger.clientUuid}`]);
  const line = `${JSON.stringify({ index: harness.film })}\n{}\n`;
  const { content } = await ask("/_msearch", {
    method: "POST",
    body: line,
    authorization: basicAuthorization(strangerKey),
  });
  expect(content.responses[0].status).toBe(404);
  const inPath = await ask(`/${harness.film}/_msearch`, {
    method: "POST",
    body,
    authorization: basicAuthorization(strangerKey),
  });
  expect(inPath.content.responses).toEqual([expect.objectContaining({ status: 404 })]);
  for (const path of ["", "/_cluster/health", "/_mapping", "/_count", "/_search", "/_field_caps?fields=*"])
    expect((await ask(path, { authorization: "Basic bm9ib2R5Om5vdGhpbmc=" })).status, path).toBe(401);
  const reader = await harness.api.addUser([], { clientOf: harness.manager });
  expect((await ask("/_count", { authorization: `Bearer ${reader.credential}` })).status).toBe(403);
});

test("URL parameters are applied, and unsupported ones are refused by name", async () => {
  const { content } = await ask(
    `/_search?q=country:FR%20AND%20sec_server:>=1&size=1&from=1&sort=sec_server:desc&_source=country,sec_*&track_total_hits=true&rest_total_hits_as_int=true&pretty`,
  );
  expect(content.hits).toMatchObject({
    total: 2,
    hits: [{ _source: { country: "FR", sec_server: 30, sec_peer: 0 }, sort: [30] }],
  });
  expect(Object.keys(content.hits.hits[0]._source)).not.toContain("device");
  expect((await ask("/_count?q=country:FR")).content).toMatchObject({ count: 2 });
  expect((await ask(`/${harness.film}/_count?q=FR+tv&default_operator=AND`)).content).toMatchObject({
    count: 2,
  });
  const typed = await fetch(`${harness.api.url}/api/search/_search?typed_keys=true&q=country:FR&size=0`, {
    method: "POST",
    headers: { authorization: basicAuthorization(harness.key), "content-type": "application/json" },
    body: JSON.stringify({
      size: 5,
      aggs: { s: { sum: { field: "sec_server" } }, t: { terms: { field: "device" } } },
    }),
  });
  const answer = (await typed.json()) as ElasticContent;
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
    const { status, content: refusal, product } = await ask(path ?? "");
    expect([status, refusal.error.reason, product], path).toEqual([400, reason, "Elasticsearch"]);
  }
  const both = await fetch(`${harness.api.url}/api/viewers?q=country:FR`, {
    method: "POST",
    headers: { authorization: basicAuthorization(harness.key), "content-type": "application/json" },
    body: JSON.stringify({ query: { match_all: {} } }),
  });
  expect([both.status, ((await both.json()) as ElasticContent).error.reason]).toEqual([
    400,
    "q is given beside a query in the body",
  ]);
});

test("the official client can get server info, count, search singly and in bulk, and list fields", async () => {
  const client = new Client({
    node: `${harness.api.url}/api/search`,
    auth: { apiKey: { id: harness.key.uuid, api_key: harness.key.secret } },
    maxRetries: 0,
  });
  expect((await client.info()).version.number).toMatch(/^8\./);
  expect(await client.ping()).toBe(true);
  expect((await client.cluster.health()).status).toBe("green");
  expect((await client.count()).count).toBe(5);
  expect((await client.count({ index: harness.film, query: { exists: { field: "country" } } })).count).toBe(
    4,
  );
  expect((await client.search({ q: "country:FR", size: 1 })).hits.hits).toHaveLength(1);
  const { responses } = await client.msearch({
    index: harness.film,
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
  expect((await client.fieldCaps({ index: harness.film, fields: ["count*"] })).fields).toMatchObject({
    country: { keyword: { aggregatable: true } },
  });
  expect(
    (await client.indices.getMapping({ index: harness.film }))[harness.film]?.mappings.properties,
  ).toMatchObject({
    timestamp: { type: "date" },
  });
  await client.close();
});
