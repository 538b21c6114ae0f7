import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { OPTIMIZED_QUALITIES, type RelayStatus } from "@shoal/contract";
import type { AdmittedLive, LiveCondition, LiveReport, RelayTarget } from "@shoal/contract/ingest";
import { type MediaMessage, type MediaSink, type RtmpServer, startRtmpServer } from "@shoal/rtmp";
import { eventually, publish } from "@shoal/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { type RunningIngest, startIngest } from "../ingest.ts";

const TEST_SECRET = "an-internal-secret-of-tests";
const STREAM_KEY = "s3cret-key";
const LIVE_ID = { uuid: "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11", generation: 1 };
const ADMITTED_LIVE: AdmittedLive = {
  ...LIVE_ID,
  qualities: OPTIMIZED_QUALITIES,
  seekBackSec: 30,
  isKept: false,
  delay: "yes",
};
const targetOf = (index: number, url: string): RelayTarget => ({
  uuid: `7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4b0${index}`,
  url,
  key: `key-${index}`,
});

/** The targets that the fake api requests, and the reports that it received. */
let targets: RelayTarget[];
let conditions: LiveCondition[];
let reports: LiveReport[];
let folder: string;
let api: Server;
let ingest: RunningIngest;
const closeCallbacks: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  [targets, conditions, reports] = [[], [], []];
  folder = await mkdtemp(join(tmpdir(), "shoal-restream-"));
  api = createHttpServer(async (req, res) => {
    const body = (await json(req)) as { reports?: LiveReport[]; conditions?: LiveCondition[] };
    conditions.push(...(body.conditions ?? []));
    reports.push(...(body.reports ?? []));
    const wanted = { unwanted: [], relays: [{ ...LIVE_ID, targets }], sources: [] };
    const admission = { live: ADMITTED_LIVE, isBegun: true, refusal: null };
    res.end(JSON.stringify(body.reports ? wanted : admission));
  });
  await new Promise<void>((ready) => api.listen(0, "127.0.0.1", ready));
});
afterEach(async () => {
  await ingest.close();
  for (const close of closeCallbacks.splice(0)) await close();
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

async function startTestIngest(env: Record<string, string> = {}): Promise<void> {
  const { port } = api.address() as AddressInfo;
  ingest = await startIngest(
    readConfig({
      API_INTERNAL_URL: `http://127.0.0.1:${port}`,
      INTERNAL_SECRET: TEST_SECRET,
      MEDIA_STORE: join(folder, "media"),

      RTMP_PORT: "0",
      RTMP_HOST: "127.0.0.1",
      SRT_PORT: "0",
      SRT_HOST: "127.0.0.1",
      LOG_LEVEL: "fatal",

      CAPTURE_PORT: "0",
      CAPTURE_HOST: "127.0.0.1",
      API_PUBLIC_URL: "http://dashboard.example",

      FETCH_ALLOW_PRIVATE: "true",
      RELAY_PORTS: "any",
      ...env,
    }),
  );
}

/** Starts a fake platform. A sink that never reads blocks the publisher. */
async function startPlatform(
  write: MediaSink["write"],
): Promise<{ url: string; keys: string[]; ends: string[] }> {
  const [keys, ends]: [string[], string[]] = [[], []];
  const server: RtmpServer = await startRtmpServer({
    host: "127.0.0.1",
    port: 0,
    async admit({ key }) {
      keys.push(key);
      const sink = { write, end: (reason: string) => void ends.push(reason) };
      return { isAdmitted: true, id: key, open: () => sink };
    },
  });
  closeCallbacks.push(() => server.close());
  return { url: `rtmp://127.0.0.1:${server.port}/app`, keys, ends };
}

/** Starts a server that accepts connections, but never sends or reads a byte. */
async function startSilentServer(): Promise<string> {
  const sockets: Socket[] = [];
  const server: NetServer = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on("error", () => {});
    sockets.push(socket);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  closeCallbacks.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return `rtmp://127.0.0.1:${(server.address() as AddressInfo).port}/app`;
}

const newestConditionOf = ({ uuid }: RelayTarget): RelayStatus | undefined =>
  conditions.at(-1)?.relays.find((status) => status.uuid === uuid);
const countPictures = (messages: MediaMessage[]) =>
  messages.filter(({ kind, payload }) => kind === "video" && payload[1] === 1);
const publishLive = (seconds: number) =>
  publish(`rtmp://127.0.0.1:${ingest.rtmpPort}/live/${STREAM_KEY}`, { seconds, isLive: true });

test("a target receives the live, unaffected by silent and stuck targets", async () => {
  const got: MediaMessage[] = [];
  const well = await startPlatform((message) => void got.push(message));
  const stuck = await startPlatform(() => new Promise(() => undefined));
  targets = [targetOf(0, well.url), targetOf(1, await startSilentServer()), targetOf(2, stuck.url)];
  const [good, silent, held] = targets as [RelayTarget, RelayTarget, RelayTarget];
  await startTestIngest();
  const publisher = publishLive(12);
  await eventually(
    () => (newestConditionOf(good)?.bitrateKbps ?? 0) > 0 && newestConditionOf(held)?.state === "live",
  );
  expect(newestConditionOf(good)).toMatchObject({ state: "live", restarts: 0, lastError: null });
  await eventually(() => newestConditionOf(silent)?.lastError === "unreachable");
  expect((await publisher.ended).code).toBe(0);
  await ingest.close();
  expect([well.keys, well.ends]).toEqual([[good.key], ["unpublished"]]);
  // The target gets every frame from the first key frame on: 25 frames per second, of which one is a key frame.
  const times = countPictures(got).map(({ timestampMs }) => timestampMs);
  expect(times[0]).toBeLessThanOrEqual(1_000);
  expect(Math.max(...times.slice(1).map((atMs, n) => atMs - (times[n] ?? 0)))).toBeLessThanOrEqual(41);
  expect(times.length).toBeGreaterThan(8 * 25);
  expect(reports.find(({ state }) => state === "ended")?.fault).toBeNull();
  expect(JSON.stringify([conditions, reports])).not.toContain(good.key);
});

test("a target is stopped and started while the live continues", async () => {
  const well = await startPlatform(() => undefined);
  targets = [targetOf(0, well.url)];
  const [target] = targets as [RelayTarget];
  await startTestIngest();
  const publisher = publishLive(60);
  await eventually(() => newestConditionOf(target)?.state === "live");
  targets = [];
  await eventually(() => well.ends.length > 0);
  targets = [target];
  await eventually(() => well.keys.length === 2 && newestConditionOf(target)?.state === "live");
  expect(well.ends).toEqual(["unpublished"]);
  publisher.child.kill("SIGKILL");
  await publisher.ended;
});

test("targets in private networks or at other ports are not connected unless the operator allows them", async () => {
  const inside = await startPlatform(() => undefined);
  targets = [targetOf(0, inside.url)];
  await startTestIngest({ FETCH_ALLOW_PRIVATE: "false" });
  const publisher = publishLive(60);
  await eventually(() => newestConditionOf(targetOf(0, inside.url))?.lastError === "not_allowed");
  expect(inside.keys).toEqual([]);
  publisher.child.kill("SIGKILL");
  await publisher.ended;
});
