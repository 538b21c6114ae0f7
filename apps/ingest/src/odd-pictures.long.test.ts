import { execFile, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type IngestHarness, startIngestHarness } from "./testing/ingest-harness.ts";

let harness: IngestHarness;
let camera: Server | undefined;
beforeEach(async () => {
  harness = await startIngestHarness();
});
afterEach(async () => {
  await harness.close();
  camera?.closeAllConnections();
  await new Promise((resolve) => (camera ? camera.close(resolve) : resolve(undefined)));
  camera = undefined;
});

/** Returns ffmpeg's arguments for a video that alternates between black and white. */
const alternatingSource = (fps: string, everySec: number) => [
  "-re",
  "-f",
  "lavfi",
  "-i",
  `color=black:s=320x180:r=${fps},drawbox=color=white:t=fill:enable='lt(mod(t,${2 * everySec}),${everySec})'`,
];
const ENCODING_ARGS = [
  "-c:v",
  "libx264",
  "-preset",
  "ultrafast",
  "-tune",
  "zerolatency",
  "-pix_fmt",
  "yuv420p",
];

/** Returns the length of each alternation in a rendition, in seconds. */
async function alternationsOf(path: string): Promise<number[]> {
  const filter = ["-vf", "select='gt(scene,0.3)',showinfo", "-f", "null", "-"];
  const { stderr } = await promisify(execFile)("ffmpeg", ["-nostats", "-i", path, ...filter]);
  const times = [...stderr.matchAll(/pts_time:([\d.]+)/g)].map(([, time]) => Number(time));
  return times.slice(1).map((time, n) => time - (times[n] ?? 0));
}

async function watchLive(listedSec: number): Promise<number[]> {
  const now = await harness.follow();
  await eventually(() => now().listedSec > listedSec);
  return alternationsOf(await harness.save(now(), "v0"));
}

test("frames five seconds apart without audio are published at their times", async () => {
  harness.ffmpeg(...alternatingSource("1/5", 5), ...ENCODING_ARGS, "-g", "3", "-f", "flv", harness.rtmpUrl);
  const lasted = await watchLive(17);
  expect(lasted.length).toBeGreaterThan(1);
  for (const sec of lasted) expect(Math.abs(sec - 5)).toBeLessThan(0.2);
});

/** Serves JPEGs without timestamps, as cameras send them by HTTP. @returns the URL. */
async function openCamera(fps: number, everySec: number): Promise<string> {
  camera = createServer((_, response) => {
    response.writeHead(200, { "content-type": "multipart/x-mixed-replace;boundary=ffmpeg" });
    const args = ["-v", "error", "-nostdin", ...alternatingSource(`${fps}`, everySec), "-f", "mpjpeg", "-"];
    const encoder = spawn("ffmpeg", args, { stdio: ["ignore", "pipe", "ignore"] });
    encoder.stdout.pipe(response);
    response.once("close", () => encoder.kill("SIGKILL"));
  });
  await new Promise<void>((ready) => camera?.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(camera.address() as AddressInfo).port}/`;
}

test.each([5, 10, 40])("a camera's %s JPEGs per second are published in real time", async (fps) => {
  harness.fetchFrom(await openCamera(fps, 2));
  const lasted = await watchLive(8);
  expect(lasted.length).toBeGreaterThan(1);
  for (const sec of lasted) expect(Math.abs(sec - 2)).toBeLessThan(0.7);
});

test.each([
  ["Sorenson H.263", ["-c:v", "flv"]],
  ["a screen's own codec", ["-c:v", "flashsv", "-pix_fmt", "bgr24"]],
  ["H.264 with PCM", ["-f", "lavfi", "-i", "sine=r=44100", ...ENCODING_ARGS, "-c:a", "pcm_s16le"]],
])("a live with media that browsers do not play ends with that fault: %s", async (_, encoding) => {
  harness.ffmpeg(...alternatingSource("25", 1), ...encoding, "-f", "flv", harness.rtmpUrl);
  await eventually(() => harness.reports.at(-1)?.state === "ended");
  expect(harness.reports.at(-1)?.fault).toBe("unsupported_codec");
});
