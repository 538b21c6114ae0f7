import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import type { ErrorBody } from "@shoal/contract";
import type { BeaconMinute, PluginSession } from "@shoal/contract/player";
import { METERED_HOURS_DDL, ROBOT_MINUTES_DDL, SESSION_MINUTES_DDL } from "@shoal/contract/stored-data";
import { eventually, playedMinute, VIEWER_AGENT } from "@shoal/testkit";
import { acquireAnalytics, type TestAnalytics } from "@shoal/testkit/engines";
import { OWNER_PASS_LIFETIME_MS, signOwnerPass } from "@shoal/tokens";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { FlakyProxy } from "../testing/flaky-proxy.ts";
import { BeaconTokens } from "./beacon-tokens.ts";
import { createClickHouseSink, UnreadableBatch } from "./click-house-sink.ts";

let folder: string;
let clickhouse: TestAnalytics;
let proxy: FlakyProxy;
let harness: EdgeHarness;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-clickhouse-"));
  clickhouse = await acquireAnalytics(folder);
  const client = createClient({ url: clickhouse.url });
  for (const query of [SESSION_MINUTES_DDL, ROBOT_MINUTES_DDL, METERED_HOURS_DDL])
    await client.command({ query });
  await client.close();
});
afterAll(async () => {
  await clickhouse.release();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  proxy = new FlakyProxy(clickhouse.url);
  await proxy.start();
  harness = await startEdgeHarness({ clickhouseUrl: proxy.url, spoolMaxBytes: 1_000_000 });
  return async () => {
    await harness.close();
    await proxy.stop();
  };
});

/** The minute that all beacons report. It is constant, so that it does not change while a test runs. */
const LAST_MINUTE = Math.floor(Date.now() / 60_000) - 1;
const createMinute = (changes: Partial<BeaconMinute> = {}) => playedMinute(LAST_MINUTE, changes);
/** Re-signs a token so that its session was opened half an hour earlier. */
function withEarlierBirth(token: string): string {
  const tokens = new BeaconTokens(harness.config.playbackKeys);
  return tokens.sign({ ...tokens.verify(token, 0), bornAtMs: Date.now() - 1_800_000 });
}
const createBatch = (token: string, ...minutes: BeaconMinute[]) =>
  JSON.stringify({ token, device: "phone", network: "mobile", minutes });
const sendBeacon = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${harness.edge.url}/beacons`, {
    method: "POST",
    body,
    headers: { "user-agent": VIEWER_AGENT, ...headers },
  });
const errorOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as ErrorBody),
});

async function rowsOf(sessionId: string, table = "session_minutes") {
  const client = createClient({ url: clickhouse.url });
  const query = `SELECT * FROM ${table} FINAL WHERE session_uuid = {id:String} ORDER BY minute`;
  const result = await client.query({ query, query_params: { id: sessionId }, format: "JSONEachRow" });
  const rows = await result.json<Record<string, unknown>>();
  await client.close();
  return rows;
}
const awaitDelivered = (sessionId: string, count: number, table?: string) =>
  eventually(async () => expect(await rowsOf(sessionId, table)).toHaveLength(count), { everyMs: 100 });

it("the sink reports a row with half of a surrogate pair as unreadable", async () => {
  const sink = createClickHouseSink(clickhouse.url, "robot_minutes");
  const half = Buffer.from(`{"player":"\\ud800"}\n`);
  await expect(sink.insert(half)).rejects.toBeInstanceOf(UnreadableBatch);
  await sink.close();
});

describe("a beacon", () => {
  it("is refused with every invalid field, and for garbage or an invalid token", async () => {
    const { uuid } = await harness.publish();
    const { token } = (await harness.play(uuid)).beacon;
    expect(await errorOf(await sendBeacon("\u0000garbage"))).toMatchObject({
      status: 400,
      code: "bad_request",
    });
    expect(await errorOf(await sendBeacon(""))).toMatchObject({ status: 400, code: "bad_request" });
    const wrong = JSON.stringify({
      token,
      device: "fridge",
      network: "fixed",
      minutes: [{ ...createMinute(), views: 2 }],
    });
    expect(await errorOf(await sendBeacon(wrong))).toMatchObject({
      status: 400,
      fields: [{ path: "device" }, { path: "minutes.0.views" }],
    });
    const halves = JSON.stringify({
      token,
      device: "phone",
      network: "fixed",
      player: "\ud800",
      minutes: [createMinute({ events: [{ atMs: 0, type: "error", detail: "a\udc00" }] })],
    });
    expect(await errorOf(await sendBeacon(halves))).toMatchObject({
      status: 400,
      fields: [{ path: "minutes.0.events.0.detail" }, { path: "player" }],
    });
    expect(await errorOf(await sendBeacon(createBatch(`${token}x`, createMinute())))).toMatchObject({
      code: "token_invalid",
    });
    const old = createMinute({ minute: 1 });
    expect(await errorOf(await sendBeacon(createBatch(token, old)))).toMatchObject({
      status: 400,
      fields: [{ path: "minutes" }],
    });
  });

  it("for media on another CDN counts for the key's client under the video's name", async () => {
    const config = {
      key: randomUUID(),
      uuid: randomUUID(),
      clientId: randomUUID(),
      revision: 1,
      rules: {},
      sites: [],
      isRevoked: false,
    };
    harness.api.setConfig(config);
    const response = await fetch(`${harness.edge.url}/plugin/sessions`, {
      method: "POST",
      body: JSON.stringify({ key: config.key, video: "season 1/été", platform: "web", version: "1.2.10" }),
    });
    const { sessionId, beacon } = (await response.json()) as PluginSession;
    expect((await sendBeacon(createBatch(withEarlierBirth(beacon.token), createMinute()))).status).toBe(202);
    await awaitDelivered(sessionId, 1);
    expect((await rowsOf(sessionId))[0]).toMatchObject({
      client_uuid: config.clientId,
      video_uuid: "season 1/été",
      sec_peer: 20,
    });
    expect(await errorOf(await sendBeacon(createBatch(`${beacon.token}x`, createMinute())))).toMatchObject({
      code: "token_invalid",
    });
  });

  it("of a preview writes no row, while a viewer's next beacon does", async () => {
    const { uuid } = await harness.publish();
    const ownerPass = signOwnerPass(
      { uuid, userUuid: crypto.randomUUID(), expiresAtMs: Date.now() + OWNER_PASS_LIFETIME_MS },
      harness.config.internalSecret,
    );
    const preview = await harness.play(uuid, { ownerPass });
    expect(
      (await sendBeacon(createBatch(withEarlierBirth(preview.beacon.token), createMinute()))).status,
    ).toBe(202);
    const viewer = await harness.play(uuid);
    expect(
      (await sendBeacon(createBatch(withEarlierBirth(viewer.beacon.token), createMinute()))).status,
    ).toBe(202);
    // Rows are delivered in order of arrival, so a row of the preview would have been delivered by now.
    await awaitDelivered(viewer.sessionId, 1);
    expect(await rowsOf(preview.sessionId)).toEqual([]);
  });

  it("of a robot goes to a separate table, under the robot's name", async () => {
    const { uuid } = await harness.publish();
    const agents = [
      ["Google", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
      ["Headless", VIEWER_AGENT.replace("Chrome/", "HeadlessChrome/")],
      ["curl/8.5.0", "curl/8.5.0"],
    ] as const;
    const robots = await Promise.all(
      agents.map(async ([browser, agent]) => {
        const { sessionId, beacon } = await harness.play(uuid);
        const response = await sendBeacon(createBatch(withEarlierBirth(beacon.token), createMinute()), {
          "user-agent": agent,
        });
        expect(response.status).toBe(202);
        return { browser, sessionId };
      }),
    );
    const viewer = await harness.play(uuid);
    expect(
      (await sendBeacon(createBatch(withEarlierBirth(viewer.beacon.token), createMinute()))).status,
    ).toBe(202);
    await awaitDelivered(viewer.sessionId, 1);
    for (const { browser, sessionId } of robots) {
      await awaitDelivered(sessionId, 1, "robot_minutes");
      expect(await rowsOf(sessionId, "robot_minutes")).toMatchObject([{ browser, views: 1 }]);
      expect(await rowsOf(sessionId)).toEqual([]);
    }
    expect(await rowsOf(viewer.sessionId, "robot_minutes")).toEqual([]);
  });

  it("from sendBeacon is accepted with the viewer's location, and counts once when it is repeated", async () => {
    const { uuid, clientId } = await harness.publish();
    const { sessionId, beacon } = await harness.play(uuid, {
      referrer: "https://www.example.org/shows?id=1",
    });
    const headers = { "content-type": "text/plain;charset=UTF-8", "x-forwarded-for": "8.8.8.8" };
    for (const secServer of [5, 8, 10]) {
      const response = await sendBeacon(
        createBatch(withEarlierBirth(beacon.token), createMinute({ secServer })),
        headers,
      );
      expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([202, "*"]);
    }
    await awaitDelivered(sessionId, 1);
    await eventually(async () => expect((await rowsOf(sessionId))[0]).toMatchObject({ sec_server: 10 }));
    expect((await rowsOf(sessionId))[0]).toMatchObject({
      client_uuid: clientId,
      video_uuid: uuid,
      sec_peer: 20,
      sec_rebuf_p2p: 1,
      views: 1,
      peers: 2,
      country: "US",
      asn: 15_169,
      is_vpn: 0,
      page_host: "www.example.org",
      network_prefix: "8.8.8.0/24",
      device: "phone",
      network: "mobile",
    });
  });

  it.each([
    ["without", 2],
    ["with", 1],
    [undefined, 0],
  ] as const)("counts in the proof-mode group of its token: %s", async (proof, number) => {
    const sessionId = randomUUID();
    const claims = { clientId: "c", video: "v", sessionId, expiresAtMs: Date.now() + 60_000, proof };
    const token = new BeaconTokens(harness.config.playbackKeys).sign(claims);
    expect((await sendBeacon(createBatch(token, createMinute()))).status).toBe(202);
    await awaitDelivered(sessionId, 1);
    expect((await rowsOf(sessionId))[0]).toMatchObject({ proof_group: number });
  });

  it("is accepted for ten minutes after its token has expired", async () => {
    const tokens = new BeaconTokens(harness.config.playbackKeys);
    const claims = { clientId: "c", video: "v", sessionId: "late" };
    const signed = (agoMs: number) => tokens.sign({ ...claims, expiresAtMs: Date.now() - agoMs });
    expect((await sendBeacon(createBatch(signed(540_000), createMinute()))).status).toBe(202);
    expect((await sendBeacon(createBatch(signed(601_000), createMinute()))).status).toBe(403);
  });
});

describe("when ClickHouse is down", () => {
  it("the edge stays ready and reports which table has been failing since when", async () => {
    const { uuid } = await harness.publish();
    const { hlsUrl } = await harness.play(uuid);
    const segment = hlsUrl.replace("master.m3u8", "v0/0.m4s");
    const readiness = async () => {
      const answer = await fetch(`${harness.edge.internalUrl}/readyz`);
      return { httpStatus: answer.status, ...((await answer.json()) as { failingInserts: object[] }) };
    };
    const failingSec = async (table: string) => {
      const text = await (await fetch(`${harness.edge.internalUrl}/metrics`)).text();
      return Number(
        new RegExp(`^shoal_edge_inserts_failing_seconds\\{table="${table}"\\} (\\S+)$`, "m").exec(text)?.[1],
      );
    };
    const healthy = { httpStatus: 200, status: "ready", isDeliveringBeacons: true, failingInserts: [] };
    expect(await readiness()).toMatchObject(healthy);
    await proxy.stop();
    await (await fetch(segment)).arrayBuffer();
    await eventually(async () =>
      expect(await readiness()).toMatchObject({
        httpStatus: 200,
        status: "degraded",
        isDeliveringBeacons: false,
        failingInserts: [{ table: "metered_hours", since: expect.stringMatching(/^20.*Z$/) }],
      }),
    );
    expect(await failingSec("metered_hours")).toBeGreaterThan(0);
    expect(await failingSec("session_minutes")).toBe(0);
    expect((await fetch(segment)).status).toBe(200);
    await proxy.start();
    await eventually(async () => expect(await readiness()).toMatchObject(healthy));
    expect(await failingSec("metered_hours")).toBe(0);
  });

  it("playback continues, and acknowledged beacons are inserted when ClickHouse is back", async () => {
    const { uuid } = await harness.publish();
    await proxy.stop();
    const { sessionId, hlsUrl, beacon } = await harness.play(uuid);
    expect((await fetch(hlsUrl)).status).toBe(200);
    for (const ago of [0, 1, 2])
      expect(
        (
          await sendBeacon(
            createBatch(withEarlierBirth(beacon.token), createMinute({ minute: LAST_MINUTE - ago })),
          )
        ).status,
      ).toBe(202);
    const metrics = async () => (await fetch(`${harness.edge.internalUrl}/metrics`)).text();
    await eventually(async () => expect(await metrics()).toMatch(/insert_failures_total [1-9]/));
    expect(await metrics()).toMatch(/spool_bytes [1-9]/);
    await proxy.start();
    await awaitDelivered(sessionId, 3);
    await eventually(async () => expect(await metrics()).toMatch(/spool_bytes 0/));
  });

  it("waiting beacons survive a restart of the edge", async () => {
    const { uuid } = await harness.publish();
    await proxy.stop();
    const { sessionId, beacon } = await harness.play(uuid);
    expect((await sendBeacon(createBatch(withEarlierBirth(beacon.token), createMinute()))).status).toBe(202);
    await harness.restart();
    await proxy.start();
    await awaitDelivered(sessionId, 1);
  });

  it("a full spool refuses beacons, so that players keep their counters", async () => {
    await proxy.stop();
    const tokens = new BeaconTokens(harness.config.playbackKeys);
    const sendFrom = async (sessionId: string) => {
      const bornAtMs = Date.now() - 3_600_000;
      const claims = { clientId: "c", video: "v", sessionId, bornAtMs, expiresAtMs: Date.now() + 60_000 };
      const minutes = Array.from({ length: 30 }, (_, ago) => createMinute({ minute: LAST_MINUTE - ago }));
      return (await sendBeacon(createBatch(tokens.sign(claims), ...minutes))).status;
    };
    const statuses = new Set<number>();
    for (let count = 0; count < 150 && !statuses.has(503); count += 1)
      statuses.add(await sendFrom(`full-${count}`));
    expect([...statuses]).toEqual([202, 503]);
    await proxy.start();
    await eventually(async () => expect(await sendFrom("full-again")).toBe(202), { everyMs: 200 });
  });
});

describe("an edge that is killed", () => {
  it("loses no acknowledged beacon", async () => {
    const { uuid } = await harness.publish();
    const { sessionId, beacon } = await harness.play(uuid);
    await proxy.stop();
    await harness.edge.close();
    const child = fork(join(import.meta.dirname, "../main.ts"), {
      env: buildEnvironment(harness),
      silent: true,
    });
    const url = await listeningUrl(child.stdout);
    const body = createBatch(withEarlierBirth(beacon.token), createMinute());
    const headers = { "user-agent": VIEWER_AGENT };
    expect((await fetch(`${url}/beacons`, { method: "POST", body, headers })).status).toBe(202);
    child.kill("SIGKILL");
    await once(child, "exit");
    await proxy.start();
    await harness.restart();
    await awaitDelivered(sessionId, 1);
  });
});

describe("billed bytes", () => {
  it("are billed once after the edge was killed, and its next run adds to them", async () => {
    const { uuid } = await harness.publish();
    const { hlsUrl } = await harness.play(uuid);
    await proxy.stop();
    await harness.edge.close();
    const child = fork(join(import.meta.dirname, "../main.ts"), {
      env: buildEnvironment(harness),
      silent: true,
    });
    const url = await listeningUrl(child.stdout);
    const load = async (edge: string) => {
      const path = new URL(hlsUrl.replace("master.m3u8", "v0/0.m4s")).pathname;
      const response = await fetch(`${edge}${path}`);
      expect((await response.arrayBuffer()).byteLength).toBe(50_000);
    };
    await load(url);
    const folder = join(harness.config.spoolDir, "metered");
    await eventually(async () => {
      const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
      expect(Math.max(0, ...(await Promise.all(sizes)))).toBeGreaterThan(0);
    });
    child.kill("SIGKILL");
    await once(child, "exit");
    await proxy.start();
    await harness.restart();
    await load(harness.edge.url);
    await load(harness.edge.url);
    const client = createClient({ url: clickhouse.url });
    await eventually(
      async () => {
        const query =
          "SELECT sum(bytes_edge) AS bytes FROM metered_hours FINAL WHERE video_uuid = {uuid:String}";
        const result = await client.query({ query, query_params: { uuid }, format: "JSONEachRow" });
        const [row] = await result.json<{ bytes: number | string }>();
        expect(Number(row?.bytes)).toBe(150_000);
      },
      { everyMs: 200 },
    );
    await client.close();
  });
});

function buildEnvironment({ config }: EdgeHarness): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    PORT: "0",
    INTERNAL_PORT: "0",
    EDGE_PUBLIC_URL: config.publicUrl,
    API_INTERNAL_URL: config.apiUrl,
    INTERNAL_SECRET: config.internalSecret,
    MEDIA_STORE: config.mediaStore,
    SPOOL_DIR: config.spoolDir,
    PLAYBACK_SECRETS: config.playbackKeys.map(({ id, secret }) => `${id}:${secret}`).join(","),
    CLICKHOUSE_URL: config.clickhouseUrl,
  };
}

async function listeningUrl(stdout: NodeJS.ReadableStream | null): Promise<string> {
  for await (const text of stdout ?? []) {
    const found = /"url":"(http:[^"]+)"/.exec(String(text))?.[1];
    if (found) return found;
  }
  throw new Error("The edge did not start");
}
