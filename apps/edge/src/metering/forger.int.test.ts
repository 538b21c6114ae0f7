import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import type { BeaconMinute, PlaySession, PluginSession } from "@shoal/contract/player";
import {
  MATCHED_PEERS_SQL,
  METERED_HOURS_DDL,
  ROBOT_MINUTES_DDL,
  SESSION_MINUTES_DDL,
} from "@shoal/contract/stored-data";
import { beaconMinute, eventually, VIEWER_AGENT } from "@shoal/testkit";
import { acquireAnalytics, type TestAnalytics } from "@shoal/testkit/engines";
import { OWNER_PASS_LIFETIME_MS, signOwnerPass } from "@shoal/tokens";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BeaconTokens } from "../beacons/beacon-tokens.ts";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

/** The sizes of the segments of the watched clip, 7.6 MB in all. */
const SEGMENT_SIZES = [3_800_000, 3_800_000];
const CLIP_BYTES = 2 * 7_600_000;
const HONEST_VIEWER_COUNT = 5;
const GB = 1_000_000_000;

let folder: string;
let clickhouse: TestAnalytics;
let harness: EdgeHarness;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-forger-"));
  clickhouse = await acquireAnalytics(folder);
  const client = createClient({ url: clickhouse.url });
  for (const query of [SESSION_MINUTES_DDL, ROBOT_MINUTES_DDL, METERED_HOURS_DDL])
    await client.command({ query });
  await client.close();
  harness = await startEdgeHarness({ clickhouseUrl: clickhouse.url });
});
afterAll(async () => {
  await harness.close();
  await clickhouse.release();
  await rm(folder, { recursive: true });
});

const nowMinute = () => Math.floor(Date.now() / 60_000);
const createMinute = (changes: Partial<BeaconMinute>) => beaconMinute(nowMinute(), changes);
const sendBeacon = (token: string, ...minutes: BeaconMinute[]) =>
  fetch(`${harness.edge.url}/beacons`, {
    method: "POST",
    headers: { "user-agent": VIEWER_AGENT },
    body: JSON.stringify({ token, device: "laptop", network: "fixed", minutes }),
  });

async function runQuery<T>(query: string): Promise<T[]> {
  const client = createClient({ url: clickhouse.url });
  const result = await client.query({ query, format: "JSONEachRow" });
  const rows = await result.json<T>();
  await client.close();
  return rows;
}

/** Returns the bytes that the api would bill. */
async function billedBytesOf(clientId: string): Promise<number> {
  const [row] = await runQuery<{ bytes: string }>(`SELECT sum(bytes) AS bytes FROM (
    SELECT toInt64(sum(bytes_edge + bytes_elsewhere)) + toInt64(${MATCHED_PEERS_SQL}) AS bytes
    FROM metered_hours FINAL WHERE client_uuid = '${clientId}' GROUP BY hour, video_uuid)`);
  return Number(row?.bytes ?? 0);
}

const fetchMetric = async (name: string) => {
  const text = await (await fetch(`${harness.edge.internalUrl}/metrics`)).text();
  const values = text.split("\n").filter((line) => line.startsWith(name));
  return values.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
};

/** Loads the complete clip, as a player does. */
async function watchClip({ hlsUrl }: PlaySession): Promise<void> {
  for (const track of ["v0", "a0"])
    for (const number of SEGMENT_SIZES.keys()) {
      const response = await fetch(hlsUrl.replace("master.m3u8", `${track}/${number}.m4s`));
      await response.arrayBuffer();
    }
}

/** Adds a separate client with the clip and a plugin key. */
interface TestVideo {
  uuid: string;
  clientId: string;
  key: string;
}
async function addVideo(): Promise<TestVideo> {
  const { uuid, clientId } = await harness.publish(
    {},
    SEGMENT_SIZES.map((bytes) => randomBytes(bytes)),
  );
  const key = randomUUID();
  harness.api.setClient(createClientDescriptor(clientId));
  harness.api.setConfig({
    key,
    uuid: randomUUID(),
    clientId,
    revision: 1,

    rules: {},
    sites: [],
    isRevoked: false,
  });
  return { uuid, clientId, key };
}

/** Resolves when all bytes counted so far have arrived, so that later counts follow them. */
async function awaitCounted(): Promise<void> {
  const mark = await harness.publish({}, [Buffer.alloc(1)]);
  const session = await harness.play(mark.uuid);
  await (await fetch(session.hlsUrl.replace("master.m3u8", "v0/0.m4s"))).arrayBuffer();
  const query = `SELECT 1 FROM metered_hours WHERE video_uuid = '${mark.uuid}'`;
  await eventually(async () => expect((await runQuery(query)).length).toBeGreaterThan(0), { everyMs: 200 });
}

async function openPlugin({ key }: TestVideo, body: object = {}): Promise<PluginSession> {
  const response = await fetch(`${harness.edge.url}/plugin/sessions`, {
    method: "POST",
    headers: { "user-agent": VIEWER_AGENT },
    body: JSON.stringify({ key, video: "elsewhere", platform: "web", version: "1.2.10", ...body }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as PluginSession;
}

const HUGE_MINUTE: Partial<BeaconMinute> = {
  bytesServer: 900 * GB,
  bytesPeer: 600 * GB,
  bytesUp: 600 * GB,
  secServer: 60,
  kbpsSeconds: 1e12,
  views: 1,
  attempts: 1,
};
const openSessions = ({ uuid }: TestVideo, count: number) =>
  Promise.all(Array.from({ length: count }, () => harness.play(uuid)));

/** The tricks that a forger may try. Each resolves when the edge has responded to all of its requests. */
const FORGERIES: Record<string, (film: TestVideo) => Promise<unknown>> = {
  "minutes from before the session": async (film) => {
    const { beacon } = await harness.play(film.uuid);
    const minutes = Array.from({ length: 30 }, (_, ago) =>
      createMinute({ ...HUGE_MINUTE, minute: nowMinute() - 58 + ago }),
    );
    await sendBeacon(beacon.token, ...minutes);
    await sendBeacon(beacon.token, createMinute(HUGE_MINUTE));
  },
  "huge bytes, views and bitrates in each beacon": async (film) => {
    const { beacon } = await harness.play(film.uuid);
    for (const offset of [-1, 0])
      await sendBeacon(beacon.token, createMinute({ ...HUGE_MINUTE, minute: nowMinute() + offset }));
  },
  "many sessions from one address": async (film) => {
    for (const { beacon } of await openSessions(film, 200))
      await sendBeacon(beacon.token, createMinute(HUGE_MINUTE));
  },
  "the plugin, of whose media no bitrate is known": async (film) => {
    const { beacon } = await openPlugin(film);
    for (const offset of [-57, -1, 0])
      await sendBeacon(beacon.token, createMinute({ ...HUGE_MINUTE, minute: nowMinute() + offset }));
  },
  "many sessions of the plugin, each of other media": async (film) => {
    for (let number = 0; number < 50; number++) {
      const { beacon } = await openPlugin(film, { video: `film ${number}` });
      await sendBeacon(beacon.token, createMinute({ ...HUGE_MINUTE, bytesUp: 0 }));
    }
  },
  "peers' bytes that nobody sent": async (film) => {
    const [session] = await openSessions(film, 1);
    if (session) await sendBeacon(session.beacon.token, createMinute({ bytesPeer: 50_000_000 }));
  },
  "a session that is its own peer": async (film) => {
    const { hlsUrl, beacon } = await harness.play(film.uuid);
    const response = await fetch(hlsUrl.replace("master.m3u8", "v0/init.m4s"));
    await response.arrayBuffer();
    await sendBeacon(beacon.token, createMinute({ bytesPeer: 50_000_000, bytesUp: 50_000_000 }));
  },
  "two sessions that agree on it": async (film) => {
    const [a, b] = await openSessions(film, 2);
    if (!a || !b) throw new Error("No sessions");
    for (let times = 0; times < 5; times++) {
      await sendBeacon(a.beacon.token, createMinute({ bytesPeer: times * GB }));
      await sendBeacon(b.beacon.token, createMinute({ bytesUp: times * GB }));
    }
  },
  "tokens that are renewed and told again": async (film) => {
    let { sessionId, beacon } = await harness.play(film.uuid);
    const tokens = [beacon.token];
    for (let times = 0; times < 5; times++) {
      const renewed = await harness.play(film.uuid, { sessionId, beaconToken: beacon.token });
      expect(renewed.sessionId).toBe(sessionId);
      ({ sessionId, beacon } = renewed);
      tokens.push(beacon.token);
    }
    for (const token of [...tokens, ...tokens]) await sendBeacon(token, createMinute(HUGE_MINUTE));
  },
  "the session of somebody else": async (film) => {
    const victim = await harness.play(film.uuid);
    const forged = await harness.play(film.uuid, { sessionId: victim.sessionId });
    expect(forged.sessionId).not.toBe(victim.sessionId);
    await sendBeacon(forged.beacon.token, createMinute(HUGE_MINUTE));
  },
  "a token with another birth": async (film) => {
    const { beacon } = await harness.play(film.uuid);
    const [id = "", payload = "", signature = ""] = beacon.token.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    const older = Buffer.from(JSON.stringify({ ...claims, bornAtMs: 0 })).toString("base64url");
    const response = await sendBeacon([id, older, signature].join("."), createMinute(HUGE_MINUTE));
    expect(response.status).toBe(403);
    const stolen = new BeaconTokens([{ id: "k1", secret: "x".repeat(32) }]);
    const { token } = {
      token: stolen.sign({
        clientId: film.clientId,
        video: film.uuid,
        sessionId: "s",
        expiresAtMs: Date.now() + 60_000,
      }),
    };
    expect((await sendBeacon(token, createMinute(HUGE_MINUTE))).status).toBe(403);
  },
  "bytes of the page that films": async (film) => {
    const { beacon } = await harness.play(film.uuid);
    await sendBeacon(
      beacon.token,
      createMinute({ bytesPeer: GB, bytesDirect: GB, secDirect: 60, secPeer: 60 }),
    );
  },
  "segments that are asked for and not taken": async (film) => {
    const { hlsUrl } = await harness.play(film.uuid);
    for (let times = 0; times < 3; times++) {
      const stop = new AbortController();
      await fetch(hlsUrl.replace("master.m3u8", "v0/0.m4s"), { method: "HEAD", signal: stop.signal });
      stop.abort();
    }
  },
};

it("no trick of a forger changes the bill by a hundredth", async () => {
  const honest = await addVideo();
  for (let viewer = 0; viewer < HONEST_VIEWER_COUNT; viewer++)
    await watchClip(await harness.play(honest.uuid));
  const forged: [string, TestVideo][] = [];
  for (const [trick, play] of Object.entries(FORGERIES)) {
    const film = await addVideo();
    await play(film);
    forged.push([trick, film]);
  }
  await awaitCounted();
  expect(await billedBytesOf(honest.clientId)).toBe(HONEST_VIEWER_COUNT * CLIP_BYTES);
  for (const [trick, { clientId }] of forged)
    expect(await billedBytesOf(clientId), trick).toBeLessThan((HONEST_VIEWER_COUNT * CLIP_BYTES) / 100);
  // The operator's metrics show what was capped, and why.
  expect(
    await fetchMetric('shoal_edge_beacon_claims_cut_total{what="minutes_before_birth"}'),
  ).toBeGreaterThan(0);
  expect(await fetchMetric('shoal_edge_beacon_claims_cut_total{what="bytes"}')).toBeGreaterThan(0);
  expect(await fetchMetric('shoal_edge_unbilled_bytes_total{reason="time"}')).toBeGreaterThan(GB);
});

it("a video never has more views than sessions, nor a bit rate above its top rendition", async () => {
  const film = await addVideo();
  const sessions = await openSessions(film, 3);
  for (const { beacon } of sessions)
    for (const offset of [-1, 0, 0])
      await sendBeacon(
        beacon.token,
        createMinute({ ...HUGE_MINUTE, minute: nowMinute() + offset, secServer: 30 + offset }),
      );
  await eventually(async () => {
    const [row] = await runQuery<{
      views: string;
      sessions: string;
      kbps: number;
    }>(`SELECT sum(views) AS views,
      uniqExact(session_uuid) AS sessions, sum(toFloat64(kbps_seconds)) / sum(toFloat64(sec_server + sec_peer)) AS kbps
      FROM session_minutes FINAL WHERE video_uuid = '${film.uuid}'`);
    expect(Number(row?.sessions)).toBe(3);
    expect(Number(row?.views)).toBe(3);
    expect(row?.kbps).toBeLessThanOrEqual(2_000);
  });
});

it("honest peers' exchanged bytes are billed exactly", async () => {
  const film = await addVideo();
  const [a, b] = await openSessions(film, 2);
  if (!a || !b) throw new Error("No sessions");
  await watchClip(a);
  await (await fetch(b.hlsUrl.replace("master.m3u8", "v0/0.m4s"))).arrayBuffer();
  await sendBeacon(a.beacon.token, createMinute({ bytesServer: CLIP_BYTES, bytesUp: 7_000_000 }));
  await sendBeacon(b.beacon.token, createMinute({ bytesServer: 3_800_000, bytesPeer: 7_000_000 }));
  await sendBeacon(b.beacon.token, createMinute({ bytesServer: 3_800_000, bytesPeer: 7_000_000 }));
  await awaitCounted();
  expect(await billedBytesOf(film.clientId)).toBe(CLIP_BYTES + 3_800_000 + 7_000_000);
});

it("honest peers' exchanged bytes are billed exactly when the plugin plays a hosted video", async () => {
  const film = await addVideo();
  const manifestUrl = `${harness.config.publicUrl}/hls/${film.uuid}.m3u8`;
  const [a, b] = [
    await openPlugin(film, { video: "Film", manifestUrl }),
    await openPlugin(film, { video: "Film", manifestUrl }),
  ];
  const bytes = 100_000;
  const minute = nowMinute();
  // These bytes are billed once the sessions have existed for as long as the media take to play.
  await eventually(
    async () => {
      await sendBeacon(a.beacon.token, createMinute({ minute, bytesServer: CLIP_BYTES, bytesUp: bytes }));
      await sendBeacon(b.beacon.token, createMinute({ minute, bytesServer: CLIP_BYTES, bytesPeer: bytes }));
      expect(await billedBytesOf(film.clientId)).toBe(bytes);
    },
    { everyMs: 200 },
  );
});

it("a user's previews are free, and a pass shared with an audience is billed like views", async () => {
  const film = await addVideo();
  const ownerPass = signOwnerPass(
    { uuid: film.uuid, userUuid: randomUUID(), expiresAtMs: Date.now() + OWNER_PASS_LIFETIME_MS },
    harness.config.internalSecret,
  );
  const open = () => harness.play(film.uuid, { ownerPass });
  await watchClip(await open());
  await awaitCounted();
  expect(await billedBytesOf(film.clientId)).toBe(0);
  const audience = await Promise.all([open(), open(), open(), open(), open(), open()]);
  for (const session of audience) await watchClip(session);
  await harness.restart();
  for (const session of audience) await watchClip(session);
  await awaitCounted();
  // In the second round, the three sessions that started last are free, which the edge remembers across a restart.
  expect(await billedBytesOf(film.clientId)).toBe(3 * CLIP_BYTES);
});
