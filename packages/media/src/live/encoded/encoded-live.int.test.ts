import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { ByteRange } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runFfprobe } from "../../ffmpeg/run-tool.ts";
import { detectSandbox } from "../../ffmpeg/sandbox.ts";
import { trackOf } from "../../playlists/fixtures.ts";
import { type LivePart, wholeRange } from "../live.types.ts";
import { LiveWindow } from "../live-window.ts";
import { EncodedTrack } from "./encoded-track.ts";
import { type CutStep, LiveCutter } from "./live-cutter.ts";

const SECONDS = 7;
const FPS = 25;
const STEP_SEC = 8 / FPS;
const IDS = ["v0", "v1", "a0"];
/** Sound is cut at its own frames, of which one may stand out at either end. */
const PART_TARGET_SEC = 0.36;

const PICTURE = [
  ...["-c:v", "libx264", "-preset", "superfast", "-tune", "zerolatency", "-pix_fmt", "yuv420p"],
  ...["-g", `${2 * FPS}`, "-keyint_min", `${2 * FPS}`, "-sc_threshold", "0"],
];
const FRAGMENTS = ["-f", "mp4", "-movflags", "+frag_every_frame+empty_moov+default_base_moof"];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-live-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An encoder of two pictures and a sound, each to a pipe of its own. */
function encode() {
  const args = [
    ...["-v", "error", "-nostdin", "-f", "lavfi", "-i", `testsrc2=s=640x360:r=${FPS}:d=${SECONDS}`],
    ...["-f", "lavfi", "-i", `sine=f=440:r=48000:d=${SECONDS}`],
    ...["-filter_complex", "[0:v]split[a][b];[b]scale=320:180[c]"],
    ...["-map", "[c]", ...PICTURE, ...FRAGMENTS, "pipe:3"],
    ...["-map", "[a]", ...PICTURE, ...FRAGMENTS, "pipe:4"],
    ...["-map", "1:a", "-c:a", "aac", "-b:a", "96k", ...FRAGMENTS, "pipe:5"],
  ];
  const child = spawn("ffmpeg", args, { stdio: ["ignore", "ignore", "inherit", "pipe", "pipe", "pipe"] });
  return child.stdio.slice(3) as Readable[];
}

/** A window that is fed by an encoder, and the bytes that it names. */
async function feedWindow() {
  const tracks = IDS.map(() => new EncodedTrack());
  const objects = new Map<string, Buffer>();
  const window = new LiveWindow({
    ...{ tracks: IDS.map((id) => trackOf(id)), partTargetSec: PART_TARGET_SEC, targetDurationSec: 2 },
    seekBackSec: 600,
  });
  let cutter: LiveCutter | undefined;
  let segment = 0;
  const end = () =>
    window.endSegment(Object.fromEntries(IDS.map((id) => [id, sha256(objects.get(`${id}/${segment}`))])));
  const publish = (step: CutStep) => {
    if (step.segment > segment) end();
    segment = step.segment;
    window.addStep(liveStep(step, tracks, objects));
  };
  const takeAll = async (pipe: Readable, n: number) => {
    for await (const bytes of pipe) {
      const track = tracks[n] as EncodedTrack;
      const samples = track.push(bytes as Buffer);
      if (samples.length > 0) waiting.push([IDS[n] ?? "", samples]);
      if (tracks.every(({ head }) => head)) drain();
    }
  };
  const waiting: [string, Parameters<LiveCutter["add"]>[1]][] = [];
  const drain = () => {
    const cut = tracks.map(({ head }, n) => ({ id: IDS[n] ?? "", timescale: head?.timescale ?? 0 }));
    cutter ??= new LiveCutter({ tracks: cut, stepSec: STEP_SEC, segmentSecOf: () => 2, firstNumber: 0 });
    for (const [id, samples] of waiting.splice(0)) for (const step of cutter.add(id, samples)) publish(step);
  };
  await Promise.all(encode().map(takeAll));
  for (const step of cutter?.end() ?? []) publish(step);
  end();
  return { window, tracks, objects };
}

const sha256 = (bytes: Buffer | undefined) =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex");

function liveStep({ segment, order, media }: CutStep, tracks: EncodedTrack[], objects: Map<string, Buffer>) {
  const parts = Object.entries(media).map(([id, { bytes, ...part }]): [string, LivePart] => {
    const object = `${id}/${segment}`;
    const before = objects.get(object) ?? Buffer.alloc(0);
    objects.set(object, Buffer.concat([before, bytes]));
    const range = { object, offset: before.length, length: bytes.length, sha256: sha256(bytes) };
    return [id, { ...part, range }];
  });
  const programDateTimeMs = Date.parse("2026-01-01T00:00:00Z") + (media.v0?.mediaTimeSec ?? 0) * 1_000;
  const inits = IDS.map((id, n): [string, ByteRange] => {
    const init = tracks[n]?.head?.init ?? Buffer.alloc(0);
    objects.set(`${id}/init`, init);
    return [id, { object: `${id}/init`, offset: 0, length: init.length, sha256: sha256(init) }];
  });
  const isFirst = segment === 0 && order === 0;
  return {
    programDateTimeMs,
    parts: Object.fromEntries(parts),
    ...(isFirst ? { inits: Object.fromEntries(inits) } : {}),
  };
}

test("what an encoder writes to its pipes becomes a live, frame by frame", async () => {
  const { window, tracks, objects } = await feedWindow();
  expect(tracks.map(({ head }) => head?.codecs.slice(0, 4))).toEqual(["avc1", "avc1", "mp4a"]);
  const segments = window.listed;
  expect(segments).toHaveLength(4);
  const sandbox = await detectSandbox("auto");
  for (const id of IDS) {
    const ranges = segments.map(({ media }) => wholeRange(media[id]) as ByteRange);
    const whole = ranges.map(({ object }) => objects.get(object) ?? Buffer.alloc(0));
    const path = join(folder, `${id}.mp4`);
    await writeFile(path, Buffer.concat([objects.get(`${id}/init`) ?? Buffer.alloc(0), ...whole]));
    const { stdout, warnings } = await runFfprobe(
      ["-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0"],
      { sandbox, inputPath: path },
    );
    expect(warnings).toBe("");
    const seconds = id === "a0" ? (Number(stdout) * 1_024) / 48_000 : Number(stdout) / FPS;
    expect(Math.abs(seconds - SECONDS)).toBeLessThan(0.1);
    for (const { media } of segments.slice(0, 3))
      expect(
        Math.abs((media[id]?.parts ?? []).reduce((sum, part) => sum + part.durationSec, 0) - 2),
      ).toBeLessThan(0.022);
  }
  expect(segments.map(({ media }) => media.v0?.parts.length)).toEqual([7, 7, 7, 4]);
});
