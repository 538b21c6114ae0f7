import { createServer, type Server } from "node:http";
import { json } from "node:stream/consumers";
import { MAX_PLUGIN_VERSIONS_OF_DAY, type PluginVersionCounts } from "@shoal/contract/edge";
import { afterAll, beforeEach, expect, it } from "vitest";
import { VersionCounts } from "./version-counts.ts";

const DAY_MS = 86_400_000;
const CLIENT_UUID = "5f1b2c1e-0c5d-4d6e-9a57-5d4a3f1e2b10";

let nowMs = 0;
let isUnavailable = false;
let reported: PluginVersionCounts[] = [];
const server: Server = createServer((req, res) => {
  void json(req).then((body) => {
    if (!isUnavailable) reported.push(body as PluginVersionCounts);
    res.writeHead(isUnavailable ? 503 : 204).end();
  });
});
const port = await new Promise<number>((resolve) =>
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    resolve(typeof address === "object" && address ? address.port : 0);
  }),
);
afterAll(() => void server.close());
beforeEach(() => {
  nowMs = Date.parse("2026-03-01T23:59:00Z");
  isUnavailable = false;
  reported = [];
});

const openCounts = () =>
  new VersionCounts({
    apiUrl: `http://127.0.0.1:${port}`,
    internalSecret: "secret",
    onAway: () => undefined,
    now: () => nowMs,
  });
const listReportedRows = () => reported.flatMap(({ counts }) => counts);

it("reports the day's sums, and only those that have grown", async () => {
  const counts = openCounts();
  counts.record(CLIENT_UUID, "1.2.3");
  counts.record(CLIENT_UUID, "1.2.3");
  counts.record(CLIENT_UUID, "1.3.0");
  await counts.send();
  counts.record(CLIENT_UUID, "1.2.3");
  await counts.send();
  await counts.send();
  expect(listReportedRows()).toEqual([
    { clientId: CLIENT_UUID, day: "2026-03-01", version: "1.2.3", sessions: 2 },
    { clientId: CLIENT_UUID, day: "2026-03-01", version: "1.3.0", sessions: 1 },
    { clientId: CLIENT_UUID, day: "2026-03-01", version: "1.2.3", sessions: 3 },
  ]);
});

it("counts that could not be reported are sent later for their own day", async () => {
  const counts = openCounts();
  isUnavailable = true;
  counts.record(CLIENT_UUID, "1.2.3");
  await counts.send();
  nowMs += DAY_MS;
  counts.record(CLIENT_UUID, "1.2.3");
  isUnavailable = false;
  await counts.send();
  expect(listReportedRows()).toEqual([
    { clientId: CLIENT_UUID, day: "2026-03-01", version: "1.2.3", sessions: 1 },
    { clientId: CLIENT_UUID, day: "2026-03-02", version: "1.2.3", sessions: 1 },
  ]);
});

it("versions that pages invent are limited per client and day", async () => {
  const counts = openCounts();
  for (let n = 0; n < MAX_PLUGIN_VERSIONS_OF_DAY + 20; n += 1) counts.record(CLIENT_UUID, `0.0.${n}`);
  await counts.send();
  expect(listReportedRows()).toHaveLength(MAX_PLUGIN_VERSIONS_OF_DAY);
  nowMs += DAY_MS;
  counts.record(CLIENT_UUID, "9.9.9");
  await counts.send();
  expect(listReportedRows().at(-1)).toMatchObject({ version: "9.9.9", day: "2026-03-02" });
});
