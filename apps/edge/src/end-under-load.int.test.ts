import { once } from "node:events";
import { eventually, keepCalling } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type EdgeRig, startEdgeRig } from "./testing/edge-rig.ts";

let rig: EdgeRig;
beforeAll(async () => {
  rig = await startEdgeRig({ shutdownDelayMs: 500 });
});
afterAll(() => rig.close());

test("stopping under load completes all responses, closes sockets as for a restart, and takes only seconds", async () => {
  const { uuid } = await rig.publish({}, [Buffer.alloc(300_000, 7)]);
  const session = await rig.play(uuid);
  const socket = new WebSocket(`${rig.edge.url.replace("http", "ws")}/tracker`);
  await once(socket, "open");
  const calls = keepCalling(session.hlsUrl, { callers: 20 });
  await eventually(() => (calls.answered.get(200) ?? 0) > 200);
  const startedMs = performance.now();
  const left = once(socket, "close");
  const closed = rig.edge.close();
  const ready = await fetch(`${rig.edge.internalUrl}/readyz`);
  expect(ready.status).toBe(503);
  await calls.done;
  await closed;
  expect(calls.failures).toEqual([]);
  expect([...calls.answered.keys()]).toEqual([200]);
  // After "going away" or "service restart", players reconnect, here or at another edge.
  expect([1001, 1012]).toContain((await left)[0]);
  expect(performance.now() - startedMs).toBeLessThan(8_000);
});
