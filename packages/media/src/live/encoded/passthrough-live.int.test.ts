import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import type { LiveMedia } from "@shoal/contract/ingest";
import type { ByteRange } from "@shoal/contract/stored-data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runFfprobe } from "../../ffmpeg/run-tool.ts";
import { detectSandbox, type Sandbox } from "../../ffmpeg/sandbox.ts";
import { listRenditions, liveArgs } from "../encoder/live-args.ts";
import { planLive } from "../encoder/live-plan.ts";
import { startLiveProcess } from "../encoder/live-process.ts";
import { wholeRange } from "../live-media.ts";
import { EncodedLive } from "./encoded-live.ts";

const FPS = 25;
const PUBLISH_DURATION_SEC = 12;
const GOP_DURATION_SEC = 3;
const STARTED_AT_MS = Date.parse("2026-01-01T00:00:00Z");
const PASSTHROUGH_PLAN = planLive(
  { picture: { width: 320, height: 180, fps: { num: FPS, den: 1 }, isInterlaced: false }, hasSound: true },
  { qualities: OPTIMIZED_QUALITIES, encoding: "passthrough" },
);
const RENDITION_IDS = listRenditions(PASSTHROUGH_PLAN);

let folder: string;
let sandbox: Sandbox;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-copied-"));
  sandbox = await detectSandbox("auto");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Records the FLV of a publisher who sends B-frames. */
async function publishFlv(soundCodec: string): Promise<Buffer> {
  const path = join(folder, `${soundCodec}.flv`);
  const args = [
    "-v",
    "error",
    "-nostdin",
    "-y",
    "-f",
    "lavfi",
    "-i",
    `testsrc2=s=320x180:r=${FPS}:d=${PUBLISH_DURATION_SEC}`,

    "-f",
    "lavfi",
    "-i",
    `sine=f=440:r=44100:d=${PUBLISH_DURATION_SEC}`,
    "-pix_fmt",
    "yuv420p",
    "-c:v",
    "libx264",

    "-preset",
    "veryfast",
    "-bf",
    "2",
    "-g",
    `${GOP_DURATION_SEC * FPS}`,
    "-sc_threshold",
    "0",

    "-c:a",
    soundCodec,
    "-f",
    "flv",
    path,
  ];
  await promisify(execFile)("ffmpeg", args);
  const { stdout } = await promisify(execFile)("cat", [path], { encoding: "buffer", maxBuffer: 50_000_000 });
  return stdout;
}

async function passThrough(flv: Buffer, isSoundAac: boolean): Promise<EncodedLive> {
  const objects = {
    put: async () => undefined,
    read: async () => Buffer.alloc(0),
    remove: async () => undefined,
  };
  const bytes = { objects, folder: "lives/1/", keptBytes: 100_000_000, onFault: () => undefined };
  const live = new EncodedLive({ plan: PASSTHROUGH_PLAN, seekBackSec: 30, isKept: false, bytes });
  const process = startLiveProcess(liveArgs(PASSTHROUGH_PLAN, { isSoundAac }), {
    sandbox,
    pipeCount: RENDITION_IDS.length,
  });
  const feed = live.beginEncoder(STARTED_AT_MS);
  for (const [n, pipe] of process.outputs.entries())
    pipe.on("data", (chunk: Buffer) => feed.push(RENDITION_IDS[n] ?? "", chunk));
  process.input.end(flv);
  expect(await process.ended).toMatchObject({ exitCode: 0, stderrTail: "" });
  feed.end();
  return live;
}

/** Returns the hashes and presentation times of all packets in a rendition or in the published stream, in order. */
async function packetsOf(path: string, stream: string) {
  const shown = ["-select_streams", stream, "-show_packets", "-show_data_hash", "SHA256", "-of", "json"];
  const { stdout, warnings } = await runFfprobe(shown, { sandbox, inputPath: path });
  expect(warnings).toBe("");
  const { packets } = JSON.parse(stdout) as { packets: { data_hash: string; pts_time: string }[] };
  const hashes = packets.map(({ data_hash }) => data_hash);
  return { hashes, shownSec: packets.map(({ pts_time }) => Number(pts_time)) };
}

async function renditionOf(live: EncodedLive, id: string) {
  const ranges = live.window.listed.map(({ media }) => wholeRange(media[id]) as ByteRange);
  const init = live.window.findInit(id, 0) as ByteRange;
  const whole = await Promise.all([init, ...ranges].map((range) => live.read(range)));
  const path = join(folder, `${id}.mp4`);
  await writeFile(path, Buffer.concat(whole));
  return packetsOf(path, "0");
}

const secondsOf = ({ parts }: LiveMedia) => parts.reduce((sum, { durationSec }) => sum + durationSec, 0);

test("a publisher's media passes through unchanged, is cut at key frames, and audio stays in sync with video", async () => {
  const flv = await publishFlv("aac");
  const live = await passThrough(flv, true);
  const { listed, options } = live.window;
  expect(options.tracks).toMatchObject([{ id: "v0", width: 320, height: 180, fps: FPS }, { id: "a0" }]);
  expect(listed.map(({ media }) => Math.round(secondsOf(media.v0 as LiveMedia)))).toEqual([3, 3, 3, 3]);
  const source = join(folder, "aac.flv");
  const [picture, sound] = [await renditionOf(live, "v0"), await renditionOf(live, "a0")];
  const [sourcePicture, sourceSound] = [await packetsOf(source, "v"), await packetsOf(source, "a")];
  expect(picture.hashes).toEqual(sourcePicture.hashes);
  expect(sound.hashes.length).toBeGreaterThan(sourceSound.hashes.length - 5);
  expect(sourceSound.hashes).toEqual(expect.arrayContaining(sound.hashes));
  // The live has no audio from the time before its first video frame.
  const at = sourceSound.hashes.indexOf(sound.hashes[0] ?? "");
  const movedSec = (sound.shownSec[0] ?? 0) - (sourceSound.shownSec[at] ?? 0);
  const pictureMovedSec = (picture.shownSec[0] ?? 0) - (sourcePicture.shownSec[0] ?? 0);
  expect(Math.abs(pictureMovedSec - movedSec)).toBeLessThan(0.002);
});

test("audio that browsers cannot play is encoded while the video passes through", async () => {
  const live = await passThrough(await publishFlv("libmp3lame"), false);
  expect(live.window.options.tracks.map(({ codecs }) => codecs.slice(0, 4))).toEqual(["avc1", "mp4a"]);
  const seconds = live.window.listed.map(({ media }) =>
    [media.v0, media.a0].map((each) => secondsOf(each as LiveMedia)),
  );
  for (const [pictureSec = 0, soundSec = 0] of seconds)
    expect(Math.abs(pictureSec - soundSec)).toBeLessThan(0.1);
});
