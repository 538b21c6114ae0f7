import { expect, test } from "vitest";
import type { Analytics } from "../../platform/clickhouse.ts";
import { createEngineQuery } from "./engine-query.ts";

const STATEMENT = { query: "SELECT 1", params: { p0: 7 } };

interface Asked {
  query: string;
  query_params: unknown;
  abort_signal: AbortSignal;
}

/** An engine that answers as it is told. */
function engineOf(answer: (asked: Asked) => Promise<unknown[]>) {
  const errors: unknown[] = [];
  const query = async (asked: Asked) => {
    const rows = await answer(asked);
    return { json: async () => rows };
  };
  const analytics = { query } as unknown as Analytics;
  return { errors, engine: createEngineQuery({ analytics, onError: (error) => errors.push(error) }) };
}

test("a statement goes to the engine with its values beside it, and with an end to its time", async () => {
  const asked: Asked[] = [];
  const { engine } = engineOf(async (question) => {
    asked.push(question);
    return [{ n: 1 }];
  });
  expect(await engine.ask("client", (run) => run(STATEMENT))).toEqual([{ n: 1 }]);
  expect(asked).toMatchObject([{ query: "SELECT 1", query_params: { p0: 7 } }]);
  expect(asked[0]?.abort_signal.aborted).toBe(false);
});

test("while the engine does not answer, the caller is told so, and the operator why", async () => {
  const fault = new Error("connection refused");
  const { engine, errors } = engineOf(() => Promise.reject(fault));
  await expect(engine.ask("client", (run) => run(STATEMENT))).rejects.toMatchObject({ code: "unavailable" });
  expect(errors).toEqual([fault]);
});

test("a client who asks much at once waits, others do not, and he may ask again afterwards", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const { engine } = engineOf(() => promise);
  const ask = (client: string) => engine.ask(client, (run) => run(STATEMENT));
  const running = Array.from({ length: 8 }, () => ask("busy"));
  await expect(ask("busy")).rejects.toMatchObject({ code: "too_many_requests", retryAfterSec: 1 });
  const other = ask("other");
  resolve([]);
  expect(await Promise.all([...running, other])).toEqual(Array(9).fill([]));
  expect(await ask("busy")).toEqual([]);
});
