import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { detectSandbox, runFfprobe } from "@shoal/media";
import { publishRtmp, type RtmpAddress, readRtmpAddress } from "@shoal/rtmp";
import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type IngestHarness, startIngestHarness } from "./testing/ingest-harness.ts";
import { type RtspCamera, startRtspCamera } from "./testing/rtsp-camera.ts";

/** The time limit of a test, in ms. A busy machine takes this long to publish a minute of a live. */
const TEST_TIMEOUT_MS = 240_000;
const STALL_DURATION_MS = 30_000;
const toneSource = ["-re", "-f", "lavfi", "-i", "sine=f=440:r=48000"];
const pictureSource = (size: string, fps: number) => [
  "-re",
  "-f",
  "lavfi",
  "-i",
  `testsrc2=s=${size}:r=${fps}`,
];
const codecArgs = (fps: number) => [
  "-c:v",
  "libx264",
  "-preset",
  "ultrafast",
  "-tune",
  "zerolatency",
  "-pix_fmt",
  "yuv420p",

  "-g",
  `${fps}`,
  "-c:a",
  "aac",
];

let harness: IngestHarness;
let source: Server | undefined;
let camera: RtspCamera | undefined;
beforeEach(async () => {
  harness = await startIngestHarness();
});
afterEach(async () => {
  await harness.close();
  source?.closeAllConnections();
  await new Promise((resolve) => (source ? source.close(resolve) : resolve(undefined)));
  source = undefined;
  await camera?.close();
  camera = undefined;
});

test(
  "a portrait video of 1080 × 1920 at 30 fps is published in full size without losing a frame",
  async () => {
    harness.ffmpeg(
      ...pictureSource("1080x1920", 30),
      ...toneSource,
      ...codecArgs(30),
      "-f",
      "flv",
      harness.rtmpUrl,
    );
    const now = await harness.follow();
    await eventually(() => now().listedSec > 6, { limitMs: TEST_TIMEOUT_MS });
    const window = now();
    const pictures = window.options.tracks.filter(({ kind }) => kind === "video");
    expect(pictures.at(-1)).toMatchObject({ width: 1_080, height: 1_920, fps: 30 });
    expect(pictures.every(({ width, height }) => (width ?? 0) < (height ?? 0))).toBe(true);
    const [first] = window.listed;
    const seconds = window.listed
      .filter(({ period }) => period.order === first?.period.order)
      .reduce(
        (sum, { media }) => sum + (media.v0?.parts ?? []).reduce((s, part) => s + part.durationSec, 0),
        0,
      );
    const { stdout } = await runFfprobe(
      ["-select_streams", "v", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0"],
      { sandbox: await detectSandbox("auto"), inputPath: await harness.save(window, "v0") },
    );
    expect(Number(stdout) / 30).toBeGreaterThan(seconds - 0.1);
  },
  TEST_TIMEOUT_MS,
);

test(
  "a source URL that is silent for half a minute continues the same live",
  async () => {
    let hold: (() => void) | undefined;
    source = createServer((_, response) => {
      if (hold) return;
      response.writeHead(200, { "content-type": "video/mp2t" });
      const args = [
        "-v",
        "error",
        "-nostdin",
        ...pictureSource("320x180", 25),
        ...toneSource,
        ...codecArgs(25),
      ];
      const camera = spawn("ffmpeg", [...args, "-f", "mpegts", "-"], { stdio: ["ignore", "pipe", "ignore"] });
      camera.stdout.pipe(response);
      hold = () => camera.stdout.unpipe(response);
      response.once("close", () => camera.kill("SIGKILL"));
    });
    await new Promise<void>((ready) => source?.listen(0, "127.0.0.1", ready));
    harness.fetchFrom(`http://127.0.0.1:${(source.address() as AddressInfo).port}/live.ts`);
    const now = await harness.follow();
    await eventually(() => now().listedSec > 4, { limitMs: TEST_TIMEOUT_MS });
    hold?.();
    const heldAtMs = performance.now();
    await eventually(() => harness.reports.at(-1)?.state === "lost", { limitMs: TEST_TIMEOUT_MS });
    await eventually(() => performance.now() - heldAtMs > STALL_DURATION_MS, { limitMs: TEST_TIMEOUT_MS });
    // The server responds to all callers again.
    hold = undefined;
    await eventually(() => harness.reports.at(-1)?.state === "live", { limitMs: TEST_TIMEOUT_MS });
    await eventually(() => (now().listed.at(-1)?.period.order ?? 0) > 0, { limitMs: TEST_TIMEOUT_MS });
    expect(new Set(harness.reports.map(({ generation }) => generation)).size).toBe(1);
    expect(harness.reports.map(({ fault }) => fault).filter(Boolean)).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  "an RTSP camera that neither sends nor answers for half a minute continues the same live",
  async () => {
    const encoding = ["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "25"];
    const encoded = [...pictureSource("320x180", 25), ...encoding, "-pix_fmt", "yuv420p"];
    const held = await startRtspCamera(encoded);
    camera = held;
    harness.fetchFrom(held.url);
    const now = await harness.follow();
    await eventually(() => now().listedSec > 4, { limitMs: TEST_TIMEOUT_MS });
    held.hold();
    const heldAtMs = performance.now();
    await eventually(() => harness.reports.at(-1)?.state === "lost", { limitMs: TEST_TIMEOUT_MS });
    await eventually(() => performance.now() - heldAtMs > STALL_DURATION_MS, { limitMs: TEST_TIMEOUT_MS });
    held.resume();
    await eventually(() => harness.reports.at(-1)?.state === "live", { limitMs: TEST_TIMEOUT_MS });
    await eventually(() => (now().listed.at(-1)?.period.order ?? 0) > 0, { limitMs: TEST_TIMEOUT_MS });
    expect(new Set(harness.reports.map(({ generation }) => generation)).size).toBe(1);
    expect(harness.reports.map(({ fault }) => fault).filter(Boolean)).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  "HEVC by enhanced RTMP is refused, and the live ends with the reason",
  async () => {
    const cut = harness.rtmpUrl.lastIndexOf("/");
    const address = readRtmpAddress(harness.rtmpUrl.slice(0, cut)) as RtmpAddress;
    const started = Promise.withResolvers<void>();
    const publication = publishRtmp({
      address,
      key: harness.rtmpUrl.slice(cut + 1),
      connect: async () => connect(address.port, address.host),
      onStart: started.resolve,
    });
    await started.promise;
    // The payload starts like a sequence header, and the HEVCDecoderConfigurationRecord in it is not parsed.
    const payload = Buffer.concat([Buffer.from([0x90]), Buffer.from("hvc1"), Buffer.alloc(23, 1)]);
    publication.send({ kind: "video", timestampMs: 0, payload });
    await eventually(() => harness.reports.at(-1)?.state === "ended");
    expect(harness.reports.at(-1)?.fault).toBe("unsupported_codec");
    await publication.ended;
  },
  TEST_TIMEOUT_MS,
);
