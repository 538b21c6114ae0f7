import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { ERRORS, fillPath, OPTIMIZED_QUALITIES } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import {
  type AdmittedLive,
  LIVE_BYTES_PATH,
  LIVE_FEED_PATH,
  type LiveCondition,
  LiveFeedLine,
  type LiveMedia,
  type LiveReport,
} from "@shoal/contract/ingest";
import type { ByteRange } from "@shoal/contract/stored-data";
import { detectSandbox, LiveWindow, runFfprobe } from "@shoal/media";
import { callContinuously, eventually, MALFORMED_PATHS, publish, requestRaw } from "@shoal/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { type RunningIngest, startIngest } from "./ingest.ts";
import { Camera } from "./testing/camera.ts";

const TEST_SECRET = "an-internal-secret-of-tests";
const STREAM_KEY = "s3cret-key-of-a-live";
const DASHBOARD_ORIGIN = "https://dashboard.example.org";
const STOPPED_KEY = "key-of-a-stopped-live";
const ADMITTED_LIVE: AdmittedLive = {
  uuid: "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11",
  generation: 1,
  qualities: OPTIMIZED_QUALITIES,
  seekBackSec: 30,
  isKept: false,
  delay: "yes",
};

/** A live whose viewers all connect to the publisher directly. */
const DIRECT_KEY = "key-of-a-direct-live";
const DIRECT_LIVE: AdmittedLive = {
  ...ADMITTED_LIVE,
  uuid: "0b54ef0f-7d0a-4b0f-8f57-0a8b7e4d5f11",
  delay: "no",
};

/** The stream key of a client with passthrough lives. */
const PASSTHROUGH_KEY = "key-of-the-live-copied";
const PASSTHROUGH_LIVE: AdmittedLive = {
  ...ADMITTED_LIVE,
  uuid: "5d1c7a52-9d0e-4c5b-8a63-3b1f0f6d2c33",
  encoding: "passthrough",
};

/** The reports that the fake api received, and the lives that it asks the ingest to end. */
let reports: LiveReport[];
let conditions: LiveCondition[];
let unwantedLives: { uuid: string; generation: number }[];
const livesByKey: Partial<Record<string, AdmittedLive>> = {
  [STREAM_KEY]: ADMITTED_LIVE,
  [DIRECT_KEY]: DIRECT_LIVE,
  [PASSTHROUGH_KEY]: PASSTHROUGH_LIVE,
};
const admissionFor = (key = "") =>
  livesByKey[key]
    ? { live: livesByKey[key], isBegun: true, refusal: null }
    : { live: null, isBegun: false, refusal: key === STOPPED_KEY ? "stopped" : "unknown_key" };

let api: Server;
let folder: string;
let ingest: RunningIngest;
beforeAll(async () => {
  // The fake api knows the keys of the test's lives.
  api = createServer(async (req, res) => {
    const isOurs = req.headers[INTERNAL_SECRET_HEADER] === TEST_SECRET;
    res.writeHead(isOurs ? 200 : 404, { "content-type": "application/json" });
    const body = (await json(req)) as {
      key?: string;
      id?: string;
      reports?: LiveReport[];
      conditions?: LiveCondition[];
    };
    if (body.reports) reports.push(...body.reports);
    if (body.conditions) conditions.push(...body.conditions);
    const wanted = { unwanted: unwantedLives, relays: [], sources: [] };
    if (body.id) res.end(JSON.stringify({ key: body.id === ADMITTED_LIVE.uuid ? STREAM_KEY : null }));
    else res.end(JSON.stringify(body.reports ? wanted : admissionFor(body.key)));
  }).listen(0, "127.0.0.1");
});
afterAll(() => new Promise((resolve) => api.close(resolve)));
function startTestIngest(more: NodeJS.ProcessEnv = {}): Promise<RunningIngest> {
  const { port } = api.address() as AddressInfo;
  return startIngest(
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
      API_PUBLIC_URL: DASHBOARD_ORIGIN,
      ...more,
    }),
  );
}
beforeEach(async () => {
  reports = [];
  conditions = [];
  unwantedLives = [];
  folder = await mkdtemp(join(tmpdir(), "shoal-ingest-"));
  ingest = await startTestIngest();
});
afterEach(async () => {
  await ingest.close();
  await rm(folder, { recursive: true, force: true });
});

test("malformed addresses are refused with 400 or 404 by both servers", async () => {
  for (const origin of [ingest.url, `http://127.0.0.1:${ingest.capturePort}`])
    for (const path of Object.values(MALFORMED_PATHS)) {
      const { status, body } = await requestRaw(origin, path);
      expect([400, 404]).toContain(status);
      expect(Object.keys(ERRORS)).toContain(JSON.parse(body).code);
    }
});

const durationOf = (media: LiveMedia | undefined) =>
  (media?.parts ?? []).reduce((sum, { durationSec }) => sum + durationSec, 0);
const rtmpUrl = (key: string) => `rtmp://127.0.0.1:${ingest.rtmpPort}/live/${key}`;
const srtUrl = () =>
  `srt://127.0.0.1:${ingest.srtPort}?streamid=${ADMITTED_LIVE.uuid}&passphrase=${STREAM_KEY}`;
const requestFeed = (path: string, query = "", { secret = TEST_SECRET, live = ADMITTED_LIVE } = {}) =>
  fetch(`${ingest.url}${fillPath(path, live)}${query}`, { headers: { [INTERNAL_SECRET_HEADER]: secret } });

/** Follows a live as an edge does, until the live has ended. */
async function followLive(live = ADMITTED_LIVE): Promise<{ now(): LiveWindow; ended: Promise<void> }> {
  const response = await eventually(async () => {
    const answer = await requestFeed(LIVE_FEED_PATH, "", { live });
    return answer.ok && answer;
  });
  const lines = linesOfFeed(response);
  let window = applyLine(await lines.next(), undefined);
  const readOn = async () => {
    for (let line = await lines.next(); !line.done; line = await lines.next())
      window = applyLine(line, window);
  };
  return { now: () => window, ended: readOn() };
}

async function* linesOfFeed({ body }: Response): AsyncGenerator<LiveFeedLine> {
  let rest = "";
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield LiveFeedLine.parse(JSON.parse(line));
  }
}

function applyLine({ value: line }: { value?: LiveFeedLine }, window: LiveWindow | undefined): LiveWindow {
  if (line?.type === "snapshot") return LiveWindow.from(line.snapshot);
  if (!line || !window) throw new Error("The feed does not begin with a snapshot");
  if (line.type === "step") window.addStep(line.step);
  if (line.type === "segmentEnd") window.endSegment(line.sha256ById);
  if (line.type === "end") window.end();
  return window;
}

async function readRange({ object, offset, length }: ByteRange, live = ADMITTED_LIVE): Promise<Buffer> {
  const response = await requestFeed(
    LIVE_BYTES_PATH,
    `?object=${encodeURIComponent(object)}&offset=${offset}&length=${length}`,
    { live },
  );
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test("edges read ffmpeg's stream part by part while it is published", async () => {
  const publisher = publish(rtmpUrl(STREAM_KEY), { seconds: 60, isLive: true });
  const { now, ended } = await followLive();
  await eventually(() => now().listedSec > 3);
  // The live window changes while its bytes are read, so the list of its segments is copied first.
  const listed = [...now().listed];
  const init = await readRange(now().findInit("v0", 0) as ByteRange);
  const segments = listed.map(async ({ media }) => {
    const parts = await Promise.all((media.v0?.parts ?? []).map(({ range }) => readRange(range)));
    expect(createHash("sha256").update(Buffer.concat(parts)).digest("hex")).toBe(media.v0?.sha256);
    return Buffer.concat(parts);
  });
  const path = join(folder, "v0.mp4");
  await writeFile(path, Buffer.concat([init, ...(await Promise.all(segments))]));
  const { stdout, warnings } = await runFfprobe(
    ["-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0"],
    { sandbox: await detectSandbox("auto"), inputPath: path },
  );
  expect(warnings).toBe("");
  const seconds = listed.reduce((sum, { media }) => sum + durationOf(media.v0), 0);
  expect(Math.abs(Number(stdout) / 25 - seconds)).toBeLessThan(0.05);
  // The publisher may continue at another ingest, so the live does not end for viewers.
  await ingest.close();
  await ended;
  expect(now().isEnded).toBe(false);
  // The live is not recorded, so its segments are deleted.
  expect(await readdir(join(folder, "media/lives", ADMITTED_LIVE.uuid, "1"))).toEqual([]);
  expect((await publisher.ended).code).not.toBe(0);
});

test("edges read a browser's recording, which replaces an encoder with the same key", async () => {
  const publisher = publish(rtmpUrl(STREAM_KEY), { seconds: 60, isLive: true });
  const { now, ended } = await followLive();
  // The encoder's input must be published first. Otherwise the recording would start the live instead of continuing it.
  await eventually(() => now().listed.length > 0);
  const camera = Camera.open({
    port: ingest.capturePort,
    origin: DASHBOARD_ORIGIN,
    key: STREAM_KEY,
    mimeType: "video/webm;codecs=vp8,opus",
  });
  await eventually(() => camera.answers.length > 0);
  expect((await publisher.ended).code).not.toBe(0);
  camera.record("vp8");
  // The recording continues in the same window, after a discontinuity.
  await eventually(() => now().listed.some(({ period }) => period.order === 1));
  await ingest.close();
  await ended;
  await camera.closed;
});

test("a publisher that returns without audio continues with silence, until it sends audio again", async () => {
  const first = publish(rtmpUrl(STREAM_KEY), { seconds: 60, isLive: true });
  const { now, ended } = await followLive();
  await eventually(() => now().listed.length > 0);
  const silent = publish(rtmpUrl(STREAM_KEY), { seconds: 60, isLive: true, encoding: ["-an"] });
  await first.ended;
  const segmentOf = (order: number) =>
    eventually(() => now().listed.find(({ period }) => period.order === order) ?? false);
  const { media } = await segmentOf(1);
  expect(Math.abs(durationOf(media.a0) - durationOf(media.v0))).toBeLessThan(0.05);
  publish(rtmpUrl(STREAM_KEY), { seconds: 60, isLive: true });
  await silent.ended;
  await segmentOf(2);
  await ingest.close();
  await ended;
  expect(reports.map(({ fault }) => fault)).not.toContain("encoder_failed");
});

test("audio continues without video, also from a returning publisher, encoded and in passthrough", async () => {
  const path = join(folder, "gone.flv");
  const gap = ["-vf", "select='lt(t,2)+gt(t,30)'", "-fps_mode", "vfr"];
  await publish(path, { seconds: 31, encoding: gap }).ended;
  const copy = ["-re", "-i", path, "-c", "copy", "-max_interleave_delta", "100000", "-f", "flv"];
  const watch = async (live: AdmittedLive, key: string, periodOfHeld: number) => {
    const first = spawn("ffmpeg", ["-v", "quiet", "-nostdin", ...copy, rtmpUrl(key)], { stdio: "ignore" });
    const firstEnded = once(first, "close");
    const { now, ended } = await followLive(live);
    await eventually(() => now().listedSec > 6);
    const { listed } = now();
    expect(listed.at(-1)?.period.order).toBe(periodOfHeld);
    expect(Math.max(...listed.map(({ media }) => gapOf(media)))).toBeLessThan(MAX_GAP_SEC);
    expect(await countFrames(live, now(), periodOfHeld)).toBeGreaterThan(3);
    const alone = publish(rtmpUrl(key), { seconds: 60, isLive: true, encoding: ["-vn"] });
    await firstEnded;
    const segmentOf = (order: number) =>
      eventually(() => now().listed.findLast(({ period }) => period.order === order) ?? false);
    const { media } = await segmentOf(periodOfHeld + 1);
    expect(gapOf(media)).toBeLessThan(MAX_GAP_SEC);
    const last = publish(rtmpUrl(key), { seconds: 60, isLive: true });
    await alone.ended;
    await segmentOf(periodOfHeld + 2);
    return { ended, last };
  };
  // Both lives run in parallel, because most of the time passes waiting for input in real time.
  const watched = await Promise.all([
    watch(ADMITTED_LIVE, STREAM_KEY, 0),
    watch(PASSTHROUGH_LIVE, PASSTHROUGH_KEY, 1),
  ]);
  await ingest.close();
  for (const { ended, last } of watched) {
    await ended;
    expect((await last.ended).code).not.toBe(0);
  }
  expect(reports.map(({ fault }) => fault).filter(Boolean)).toEqual([]);
});

/** Returns the difference between the video and audio durations of a segment, in seconds. */
const gapOf = (media: Record<string, LiveMedia>) => Math.abs(durationOf(media.v0) - durationOf(media.a0));
const MAX_GAP_SEC = 0.1;

/**
 * Decodes a period, which must not cause a warning.
 * @returns the number of frames in the period.
 */
async function countFrames(live: AdmittedLive, window: LiveWindow, order: number): Promise<number> {
  const segments = window.listed.filter(({ period }) => period.order === order);
  const parts = segments.flatMap(({ media }) => media.v0?.parts.map(({ range }) => range) ?? []);
  const init = window.findInit("v0", segments[0]?.period.initNumber ?? 0) as ByteRange;
  const inputPath = join(folder, `${live.uuid}.mp4`);
  const bytes = await Promise.all([init, ...parts].map((range) => readRange(range, live)));
  await writeFile(inputPath, Buffer.concat(bytes));
  const { stdout, warnings } = await runFfprobe(
    ["-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0"],
    { sandbox: await detectSandbox("auto"), inputPath },
  );
  expect(warnings).toBe("");
  return Number(stdout);
}

test("a direct live runs while its page is open, without an encoder", async () => {
  const camera = Camera.open({
    port: ingest.capturePort,
    origin: DASHBOARD_ORIGIN,
    key: DIRECT_KEY,
    isPresenceAlone: true,
  });
  const { uuid, generation } = DIRECT_LIVE;
  const live = await eventually(() => reports.find(({ state }) => state === "live") ?? false);
  expect(live).toMatchObject({ uuid, generation, tracks: [], folder: null });
  expect(live.startedAtMs).toBeGreaterThan(0);
  const metrics = await (await fetch(`${ingest.url}/metrics`)).text();
  expect(metrics).toContain('shoal_ingest_lives{state="live"} 1');
  expect(metrics).toMatch(/shoal_ingest_live_cores 0$/m);
  unwantedLives = [{ uuid, generation }];
  await camera.closed;
  expect(camera.answers.at(-1)).toEqual({ type: "refused", reason: "failed" });
  await eventually(() => reports.some(({ state, fault }) => state === "ended" && fault === null));
});

test("edges read a stream published by SRT", async () => {
  const publisher = publish(`${srtUrl()}&tlpktdrop=0`, {
    // With tlpktdrop=0, libsrt drops nothing when an acknowledgement is late.
    seconds: 60,
    isLive: true,
    encoding: ["-f", "mpegts"],
  });
  const { now, ended } = await followLive();
  await eventually(() => now().listed.length > 2);
  expect(now().listed.every(({ media }) => durationOf(media.v0) > 0.4)).toBe(true);
  await ingest.close();
  await ended;
  expect((await publisher.ended).code).not.toBe(0);
});

test("a publisher with a wrong key gets an error and is disconnected, without a live", async () => {
  const { code, stderr } = await publish(rtmpUrl("another-key"), { seconds: 1 }).ended;
  expect(code).not.toBe(0);
  expect(stderr).toContain("This stream key is not valid");
  expect((await requestFeed(LIVE_FEED_PATH)).status).toBe(404);
});

test("a publisher to a stopped live gets that reason", async () => {
  const { code, stderr } = await publish(rtmpUrl(STOPPED_KEY), { seconds: 1 }).ended;
  expect(code).not.toBe(0);
  expect(stderr).toContain("This live was stopped");
});

test("the api receives a live's state, and can end the live", async () => {
  const publisher = publish(rtmpUrl(STREAM_KEY), { seconds: 60, isLive: true });
  const live = await eventually(() => reports.find(({ state }) => state === "live") ?? false);
  const { uuid, generation } = ADMITTED_LIVE;
  expect(live).toMatchObject({ uuid, generation, fault: null, endedAtMs: null });
  expect(live.startedAtMs).toBeGreaterThan(0);
  expect(live.tracks.map(({ kind }) => kind)).toContain("video");
  unwantedLives = [{ uuid, generation }];
  await eventually(() => reports.some(({ state }) => state === "ended"));
  const ended = reports.find(({ state }) => state === "ended");
  expect(ended?.version).toBeGreaterThan(live.version);
  expect(ended?.fault).toBeNull();
  expect((await publisher.ended).code).not.toBe(0);
});

test("the api receives the publisher's figures, close to the encoder's settings, and the end of publishing", async () => {
  // The publisher sends a steady 800 kbit/s, padded where the video needs less.
  const bitrate = ["-b:v", "800k", "-minrate", "800k", "-maxrate", "800k", "-bufsize", "400k"];
  const encoding = [...bitrate, "-nal-hrd", "cbr", "-g", "50", "-sc_threshold", "0"];
  const publisher = publish(rtmpUrl(STREAM_KEY), { seconds: 60, isLive: true, encoding });
  // A busy machine reads late and in bursts, so the bit rate is averaged over several intervals.
  await eventually(() => {
    const measured = conditions.at(-1);
    expect(measured).toMatchObject({ uuid: ADMITTED_LIVE.uuid, generation: ADMITTED_LIVE.generation });
    if (!measured?.input) throw new Error("Nothing is measured yet");
    const { bitratesKbps, fps, ...rest } = measured.input;
    expect(bitratesKbps.length).toBeGreaterThanOrEqual(4);
    expect(rest).toEqual({
      announcedFps: 25,
      keyIntervalSec: 2,
      droppedFrames: 0,
      droppedPct: 0,
      hasBFrames: false,

      width: 320,
      height: 180,
      videoCodec: "h264",
      audioCodec: "aac",
    });
    // The total includes audio at 96 kbit/s.
    const kbps = bitratesKbps.slice(1).reduce((sum, each) => sum + each, 0) / (bitratesKbps.length - 1);
    expect(Math.abs(kbps - 896)).toBeLessThan(150);
    expect(Math.abs((fps ?? 0) - 25)).toBeLessThan(3);
  });
  publisher.child.kill("SIGKILL");
  await publisher.ended;
  await eventually(() => conditions.at(-1)?.input === null);
});

test("shutdown first fails readiness while the live continues, then reports its end to the api, and answers all callers", async () => {
  await ingest.close();
  ingest = await startTestIngest({ SHUTDOWN_DELAY_MS: "500" });
  const publisher = publish(rtmpUrl(STREAM_KEY), { seconds: 60, isLive: true });
  const { now, ended } = await followLive();
  await eventually(() => now().listedSec > 1);
  const calls = callContinuously(`${ingest.url}/healthz`, { callers: 10 });
  await eventually(() => (calls.answered.get(200) ?? 0) > 50);
  const startedMs = performance.now();
  const closed = ingest.close();
  expect((await fetch(`${ingest.url}/readyz`)).status).toBe(503);
  expect(reports.at(-1)?.state).toBe("live");
  await closed;
  expect(performance.now() - startedMs).toBeLessThan(8_000);
  await calls.done;
  expect(calls.failures).toEqual([]);
  expect([...calls.answered.keys()]).toEqual([200]);
  await ended;
  expect(now().isEnded).toBe(false);
  expect(reports.at(-1)).toMatchObject({ uuid: ADMITTED_LIVE.uuid, state: "ended" });
  await publisher.ended;
});

test("the feed returns 404 for a wrong secret", async () => {
  const publisher = publish(rtmpUrl(STREAM_KEY), { seconds: 4, isLive: true });
  await eventually(async () => (await requestFeed(LIVE_FEED_PATH)).ok);
  expect((await requestFeed(LIVE_FEED_PATH, "", { secret: "wrong" })).status).toBe(404);
  publisher.child.kill("SIGKILL");
  await publisher.ended;
});

test("/readyz reports readiness, and /metrics the number of lives", async () => {
  expect(await (await fetch(`${ingest.url}/readyz`)).json()).toEqual({ ok: true });
  expect(await (await fetch(`${ingest.url}/metrics`)).text()).toContain('shoal_ingest_lives{state="live"} 0');
});
