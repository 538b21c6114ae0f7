import { once } from "node:events";
import { callContinuously, eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type EdgeHarness, startEdgeHarness } from "./testing/edge-harness.ts";

let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness({ shutdownDelayMs: 500 });
});
afterAll(() => harness.close());

test("stopping under load completes all responses, closes sockets as for a restart, and takes only seconds", async () => {
  const { uuid } = await harness.publish({}, [Buffer.alloc(300_000, 7)]);
  const session = await harness.play(uuid);
  const socket = new WebSocket(`${harness.edge.url.replace("http", "ws")}/tracker`);
  await once(socket, "open");
  const calls = callContinuously(session.hlsUrl, { callers: 20 });
  await eventually(() => (calls.answered.get(200) ?? 0) > 200);
  const startedMs = performance.now();
  const left = once(socket, "close");
  const closed = harness.edge.close();
  const ready = await fetch(`${harness.edge.internalUrl}/readyz`);
  expect(ready.status).toBe(503);
  await calls.done;
  await closed;
  expect(calls.failures).toEqual([]);
  expect([...calls.answered.keys()]).toEqual([200]);
  // After these close codes, "going away" and "service restart", players reconnect to this edge or another.
  expect([1001, 1012]).toContain((await left)[0]);
  expect(performance.now() - startedMs).toBeLessThan(8_000);
});
