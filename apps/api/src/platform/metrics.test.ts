import Fastify from "fastify";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { type OperationChecks, registerOperations } from "./metrics.ts";

async function createReadiness(checks: OperationChecks) {
  const app = Fastify();
  registerOperations(app, { ...checks, registry: new Registry() });
  const { statusCode, body } = await app.inject("/readyz");
  await app.close();
  return [statusCode, JSON.parse(body)];
}

const up = async () => true;
const checkDown = async () => false;
const checkFails = () => Promise.reject(new Error("refused"));

test.each([
  ["all dependencies are available", { database: up }, { analytics: up }, 200, "ready"],
  ["an optional dependency is down", { database: up }, { analytics: checkDown }, 200, "degraded"],
  ["the check of an optional dependency fails", { database: up }, { analytics: checkFails }, 200, "degraded"],
  ["a required dependency is down", { database: checkDown }, { analytics: up }, 503, "failing"],
  ["the check of a required dependency fails", { database: checkFails }, { analytics: up }, 503, "failing"],
])("the process reports its readiness while %s", async (_, needs, notes, code, status) => {
  expect(await createReadiness({ needs, notes })).toMatchObject([code, { status }]);
});

test("a dependency that does not respond within a second counts as unavailable, and its check is aborted", async () => {
  let asked: AbortSignal | undefined;
  const hangs = (signal: AbortSignal) => {
    asked = signal;
    return new Promise<boolean>(() => undefined);
  };
  expect(await createReadiness({ needs: { database: up }, notes: { analytics: hangs } })).toEqual([
    200,
    { status: "degraded", database: true, analytics: false },
  ]);
  expect(asked?.aborted).toBe(true);
});
