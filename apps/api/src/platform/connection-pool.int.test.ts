import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Analytics, openAnalytics } from "./clickhouse.ts";

const IDLE_TIMEOUT_MS = 50;

/** ClickHouse's response to a query. */
let answerRequest: (response: ServerResponse) => unknown;
const openedSockets: Socket[] = [];
const server = createServer((request, response) => request.resume().on("end", () => answerRequest(response)));
server.keepAliveTimeout = 60_000;
server.on("connection", (socket) => openedSockets.push(socket));

const atOnce = (response: ServerResponse) => response.end('{"n":1}\n');
const answerAfterIdleTime = (response: ServerResponse) =>
  setTimeout(() => atOnce(response), 3 * IDLE_TIMEOUT_MS);

const openEngine = (idleMs?: number): Analytics => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return openAnalytics(url, idleMs === undefined ? {} : { idleMs });
};
const runQuery = async (analytics: Analytics, signal?: AbortSignal) => {
  const abort = signal ? { abort_signal: signal } : {};
  return (await analytics.query({ query: "SELECT 1 AS n", format: "JSONEachRow", ...abort })).json();
};
const ENGINE_ROWS = [{ n: 1 }];

/** Makes a query whose call has already ended when its turn comes, like the calls of a closed page. */
async function queryAndAbort(analytics: Analytics): Promise<void> {
  const gone = new AbortController();
  const asked = expect(runQuery(analytics, gone.signal)).rejects.toThrow("aborted");
  gone.abort();
  await asked;
}

beforeEach(async () => {
  answerRequest = atOnce;
  openedSockets.length = 0;
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("cancelling a query before it is sent does not end a later query, however long that one takes", async () => {
  const analytics = openEngine(IDLE_TIMEOUT_MS);
  await runQuery(analytics);
  await queryAndAbort(analytics);
  answerRequest = answerAfterIdleTime;
  expect(await runQuery(analytics)).toEqual(ENGINE_ROWS);
  await analytics.close();
});

test("a query cancelled while all connections were in use ends no other query either", async () => {
  const analytics = openEngine(IDLE_TIMEOUT_MS);
  const held: ServerResponse[] = [];
  answerRequest = (response) => held.push(response);
  const first = Array.from({ length: 10 }, () => runQuery(analytics));
  await eventually(() => expect(held).toHaveLength(10));
  const gone = new AbortController();
  const waiting = expect(runQuery(analytics, gone.signal)).rejects.toThrow("aborted");
  const behind = runQuery(analytics);
  gone.abort();
  answerRequest = answerAfterIdleTime;
  for (const response of held) atOnce(response);
  expect(await Promise.all([...first, behind])).toEqual(Array(11).fill(ENGINE_ROWS));
  await waiting;
  await analytics.close();
});

test("a connection is reused for the next query", async () => {
  const analytics = openEngine();
  await runQuery(analytics);
  await runQuery(analytics);
  expect(openedSockets).toHaveLength(1);
  await analytics.close();
});

test("an idle connection is closed", async () => {
  const analytics = openEngine(IDLE_TIMEOUT_MS);
  await runQuery(analytics);
  await eventually(() => expect(openedSockets[0]?.destroyed).toBe(true));
  expect(await runQuery(analytics)).toEqual(ENGINE_ROWS);
  expect(openedSockets).toHaveLength(2);
  await analytics.close();
});

test("a connection that was idle for too long is not used, even if its timer is late", async () => {
  const analytics = openEngine();
  await runQuery(analytics);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  expect(await runQuery(analytics)).toEqual(ENGINE_ROWS);
  expect(openedSockets).toHaveLength(2);
  await analytics.close();
});
