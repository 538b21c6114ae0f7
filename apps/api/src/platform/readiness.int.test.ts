import { type AddressInfo, createServer, type Socket } from "node:net";
import { routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { metricsOf } from "../../../../scripts/monitoring/metrics.ts";
import { startTestApi, type TestApi } from "../test-api.ts";

/** A server that accepts every connection but never responds. */
const acceptedSockets: Socket[] = [];
const silentServer = createServer((socket) => void acceptedSockets.push(socket));
let api: TestApi;
beforeAll(async () => {
  await new Promise<void>((resolve) => silentServer.listen(0, "127.0.0.1", resolve));
  const { port } = silentServer.address() as AddressInfo;
  api = await startTestApi({ CLICKHOUSE_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: "silent" });
});
afterAll(async () => {
  for (const socket of acceptedSockets) socket.destroy();
  await new Promise((resolve) => silentServer.close(resolve));
  await api.close();
});

/** Half of the statement timeout, which only a check that waits for ClickHouse reaches. */
const HANG_THRESHOLD_MS = 10_000;

test("with a hanging analytics engine, the api stays ready and immediately reports that it is degraded", async () => {
  const answer = await fetch(`${api.internalUrl}/readyz`, { signal: AbortSignal.timeout(HANG_THRESHOLD_MS) });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: "degraded", database: true, analytics: false });
  expect(await api.anonymous(routes.getStatus, {})).toMatchObject({ isReady: true });
});

test("lists still work while the analytics engine hangs", async () => {
  const user = await api.addUser(["manager"]);
  expect(await user.call(routes.listVideos, { query: {} })).toMatchObject({ _size: 0 });
});

test("the metrics endpoint exposes every metric used by alerts and dashboards", async () => {
  const text = await (await fetch(`${api.internalUrl}/metrics`)).text();
  const metrics = [...text.matchAll(/^# TYPE (shoal_\w+)/gm)].map(([, name = ""]) => name);
  expect(metrics.toSorted()).toEqual(
    metricsOf("api")
      .filter((name) => name.startsWith("shoal_"))
      .toSorted(),
  );
});
