import { ClickHouseError } from "@clickhouse/client";
import { expect, test } from "vitest";
import { type Analytics, AnalyticsError } from "../../../platform/clickhouse.ts";
import { createEngineQuery } from "./engine-query.ts";

const CALLING_CLIENT = { clientUuid: "client", isGone: undefined };
const SAMPLE_STATEMENT = { query: "SELECT 1", params: { p0: 7 } };

interface SentQuery {
  query: string;
  query_params: unknown;
  abort_signal: AbortSignal;
}

/** Creates a fake engine with prepared answers. */
function createEngine(answer: (asked: SentQuery) => Promise<unknown[]>) {
  const errors: unknown[] = [];
  const query = async (asked: SentQuery) => {
    const rows = await answer(asked);
    return { json: async () => rows };
  };
  const analytics = { query } as unknown as Analytics;
  return { errors, engine: createEngineQuery({ analytics, onError: (error) => errors.push(error) }) };
}

test("a statement is sent with separate values, and with a time limit", async () => {
  const queries: SentQuery[] = [];
  const { engine } = createEngine(async (question) => {
    queries.push(question);
    return [{ n: 1 }];
  });
  expect(await engine.ask(CALLING_CLIENT, (run) => run(SAMPLE_STATEMENT))).toEqual([{ n: 1 }]);
  expect(queries).toMatchObject([{ query: "SELECT 1", query_params: { p0: 7 } }]);
  expect(queries[0]?.abort_signal.aborted).toBe(false);
});

test('while the engine does not answer, the caller gets "unavailable", and the operator the reason', async () => {
  const fault = new AnalyticsError("SELECT 1", undefined, new Error("connection refused"));
  const { engine, errors } = createEngine(() => Promise.reject(fault));
  await expect(engine.ask(CALLING_CLIENT, (run) => run(SAMPLE_STATEMENT))).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(errors).toEqual([fault]);
});

test("a client with too many concurrent queries is refused, others are not, and it can query again afterwards", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const { engine } = createEngine(() => promise);
  const runQuery = (client: string) =>
    engine.ask({ clientUuid: client, isGone: undefined }, (run) => run(SAMPLE_STATEMENT));
  const running = Array.from({ length: 8 }, () => runQuery("busy"));
  await expect(runQuery("busy")).rejects.toMatchObject({ code: "too_many_requests", retryAfterSec: 1 });
  const other = runQuery("other");
  resolve([]);
  expect(await Promise.all([...running, other])).toEqual(Array(9).fill([]));
  expect(await runQuery("busy")).toEqual([]);
});

test("a caller who disconnects frees the slot at once, without a report to the operator", async () => {
  const left = new AbortController();
  const { engine, errors } = createEngine(
    ({ abort_signal: signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("closed")))),
  );
  const gone = Array.from({ length: 8 }, () =>
    engine.ask({ clientUuid: "client", isGone: left.signal }, (run) => run(SAMPLE_STATEMENT)),
  );
  await expect(engine.ask(CALLING_CLIENT, async () => 1)).rejects.toMatchObject({
    code: "too_many_requests",
  });
  left.abort();
  for (const outcome of await Promise.allSettled(gone))
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "caller_gone" } });
  expect([await engine.ask(CALLING_CLIENT, async () => "answered"), errors]).toEqual(["answered", []]);
});

test("a statement that the engine ended at its time limit is reported as such", async () => {
  const timeOver = new ClickHouseError({
    message: "Timeout exceeded",
    code: "159",
    type: "TIMEOUT_EXCEEDED",
  });
  const { engine } = createEngine(() => Promise.reject(new AnalyticsError("SELECT 1", 500, timeOver)));
  await expect(engine.ask(CALLING_CLIENT, (run) => run(SAMPLE_STATEMENT))).rejects.toMatchObject({
    code: "took_too_long",
  });
});
