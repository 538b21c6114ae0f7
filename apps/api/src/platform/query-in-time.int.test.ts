import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../test-api.ts";
import { type Analytics, openAnalytics } from "./clickhouse.ts";
import { disconnectSignal } from "./http/disconnect-signal.ts";
import { queryInTime } from "./query-in-time.ts";

let api: TestApi;
let analytics: Analytics;
beforeAll(async () => {
  api = await startTestApi();
  analytics = openAnalytics(api.clickhouseUrl);
});
afterAll(async () => {
  await analytics.close();
  await api.close();
});

/** A statement that takes longer than any timeout. */
const ENDLESS_STATEMENT = {
  query: "SELECT sum(sipHash64(number)) AS n FROM numbers(1000000000000)",
  params: {},
};

test("closing the connection cancels the query in the engine, and does not affect other queries", async () => {
  const reported: unknown[] = [];
  const deps = { analytics, onError: (error: unknown) => reported.push(error) };
  const asked = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const app = Fastify();
  app.get("/", async (_request, reply) => {
    const answer = queryInTime(deps, ENDLESS_STATEMENT, {
      isGone: disconnectSignal(reply),
      late: new AbortController().signal,
    });
    asked.resolve();
    ended.resolve(answer.catch((error: unknown) => error));
    return answer.catch(() => "");
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  try {
    const leaving = new AbortController();
    const call = fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`, leaving);
    const left = expect(call).rejects.toThrow("aborted");
    await asked.promise;
    const other = queryInTime<{ n: number }>(deps, { query: "SELECT {n:UInt8} AS n", params: { n: 42 } });
    leaving.abort();
    await left;
    expect(await ended.promise).toMatchObject({ code: "caller_gone" });
    // ClickHouse runs one query at a time, so the response proves that the cancelled query has ended.
    expect(await other).toEqual([{ n: 42 }]);
    expect(reported).toEqual([]);
  } finally {
    await app.close();
  }
});

test("a query beyond its time limit fails with took_too_long and is cancelled", async () => {
  const late = AbortSignal.timeout(1);
  const deps = { analytics, onError: () => undefined };
  await expect(queryInTime(deps, ENDLESS_STATEMENT, { late })).rejects.toMatchObject({
    code: "took_too_long",
  });
  expect(await queryInTime(deps, { query: "SELECT 1 AS n", params: {} })).toEqual([{ n: 1 }]);
});
