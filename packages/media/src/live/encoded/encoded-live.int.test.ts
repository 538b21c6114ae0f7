import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import { LiveJournalPage, type LiveUpdate, liveJournalPageOf } from "@shoal/contract/ingest";
import type { ByteRange, SegmentIndex, TrackOutput } from "@shoal/contract/stored-data";
import { beforeAll, expect, test } from "vitest";
import { runFfprobe } from "../../ffmpeg/run-tool.ts";
import { frameAt } from "../../package/find-frame.ts";
import { planProgressiveFile } from "../../progressive/plan-file.ts";
import { writeLiveClip } from "../archive/live-clip.ts";
import { planArchive } from "../archive/plan-archive.ts";
import { listRenditions, liveArgs } from "../encoder/live-args.ts";
import { type LivePlan, planLive } from "../encoder/live-plan.ts";
import { startLiveProcess } from "../encoder/live-process.ts";
import { wholeRange } from "../live-media.ts";
import { LiveWindow } from "../live-window.ts";
import {
  type EncoderOutput,
  FPS,
  feedLive,
  openLive,
  RENDITION_IDS,
  STARTED_AT_MS,
  useEncoders,
} from "../testing/encoded-harness.ts";
import { expectShedPlans } from "../testing/shedding-live.ts";
import type { EncodedLive } from "./encoded-live.ts";

/** The seconds of input. They contain the short segments at the start, and some of full length. */
const INPUT_DURATION_SEC = 7;
const encoders = useEncoders();
/** The encoder output that each live of this file receives. */
let encoderOutput: EncoderOutput;
beforeAll(async () => {
  encoderOutput = await encoders.encode(INPUT_DURATION_SEC);
});

/** Writes a complete rendition to a file and returns its path. */
async function fileOf(live: EncodedLive, id: string): Promise<string> {
  const { window } = live;
  const init = window.findInit(id, 0) as ByteRange;
  const ranges = window.listed.map(({ media }) => wholeRange(media[id]) as ByteRange);
  const whole = await Promise.all([init, ...ranges].map((range) => live.read(range)));
  const path = join(encoders.folder, `${id}.mp4`);
  await writeFile(path, Buffer.concat(whole));
  return path;
}

/** Returns the output of an encoder that makes only the renditions of this plan. */
const openPartialOutput = (plan: LivePlan): EncoderOutput => {
  const ids = listRenditions(plan);
  return encoderOutput.filter(([id]) => ids.includes(id));
};

test("a publisher's stream becomes renditions of full length that decode without errors", async () => {
  const { live } = openLive();
  feedLive(live, encoderOutput);
  const { window } = live;
  expect(window.options.tracks.map(({ id, height, codecs }) => [id, height, codecs.slice(0, 4)])).toEqual([
    ["v0", 360, "avc1"],
    ["v1", 540, "avc1"],
    ["v2", 720, "avc1"],
    ["a0", null, "mp4a"],
  ]);
  const lengths = window.listed.map(({ media }) =>
    (media.v0?.parts ?? []).reduce((sum, { durationSec }) => sum + durationSec, 0),
  );
  for (const [n, expected] of [0.52, 0.48, 0.52, 0.48, 2, 2, 1].entries())
    expect(Math.abs((lengths[n] ?? 0) - expected)).toBeLessThan(0.05);
  for (const id of RENDITION_IDS) {
    const { stdout, warnings } = await runFfprobe(
      ["-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0"],
      { sandbox: encoders.sandbox, inputPath: await fileOf(live, id) },
    );
    expect(warnings).toBe("");
    const seconds = id === "a0" ? (Number(stdout) * 1_024) / 48_000 : Number(stdout) / FPS;
    expect(Math.abs(seconds - INPUT_DURATION_SEC)).toBeLessThan(0.15);
  }
});

test("the first segment is listed as soon as its last part exists, before the next segment starts", () => {
  const { live } = openLive();
  let steps = 0;
  const seen: { steps: number; listed: number }[] = [];
  live.onNews(({ type }) => {
    steps += type === "step" ? 1 : 0;
  });
  live.onChange(() => seen.push({ steps, listed: live.window.listed.length }));
  feedLive(live, encoderOutput);
  expect(live.window.listed[0]?.media.v0?.parts).toHaveLength(2);
  expect(seen.find(({ listed }) => listed === 1)).toEqual({ steps: 2, listed: 1 });
});

test("every rung has colour tags, even if the publisher's video has none", async () => {
  const { live } = openLive();
  feedLive(live, encoderOutput);
  for (const id of RENDITION_IDS.filter((each) => each !== "a0")) {
    const { stdout } = await runFfprobe(
      ["-show_entries", "stream=color_range,color_space,color_transfer,color_primaries", "-of", "csv=p=0"],
      { sandbox: encoders.sandbox, inputPath: await fileOf(live, id) },
    );
    expect([id, stdout.trim()]).toEqual([id, "tv,bt709,bt709,bt709"]);
  }
});

test("a second encoder continues after a discontinuity, at the wall-clock time of its input", async () => {
  const { live } = openLive();
  feedLive(live, encoderOutput);
  const before = live.window.listed.length;
  feedLive(live, encoderOutput, STARTED_AT_MS + 60_000);
  const second = live.window.listed[before];
  expect(second).toMatchObject({ isFirstOfPeriod: true, period: { order: 1 } });
  expect(Math.abs((second?.programDateTimeMs ?? 0) - STARTED_AT_MS - 60_000)).toBeLessThan(50);
});

// shedding-live.long.test.ts runs the same test with a real encoder per plan.
test("renditions that an encoder leaves out are replaced by the next larger one, and return later", async () => {
  await expectShedPlans(openPartialOutput, INPUT_DURATION_SEC);
});

test("old segments are read from the store, and deleted once they can no longer be requested unless the live is kept", async () => {
  const [{ live, objects }, kept] = [openLive({ keptBytes: 1 }), openLive({ isKept: true })];
  for (let round = 0; round < 11; round++)
    for (const each of [live, kept.live])
      feedLive(each, encoderOutput, STARTED_AT_MS + round * INPUT_DURATION_SEC * 1_000);
  await Promise.all([live.end(), kept.live.end()]);
  const oldest = live.window.listed[0];
  const range = wholeRange(oldest?.media.v0) as ByteRange;
  expect((await live.read(range)).length).toBe(range.length);
  expect(live.window.oldestNumber).toBeGreaterThan(0);
  expect([...objects.keys()].filter((name) => name === "lives/1/v0/0.m4s")).toEqual([]);
  expect(kept.objects.has("lives/1/v0/0.m4s")).toBe(true);
});

test("an edge that applies all news to a snapshot has the same window as the ingest", async () => {
  const { live } = openLive();
  const mirrors: LiveWindow[] = [];
  live.onNews((news: LiveUpdate) => {
    for (const mirror of mirrors) applyUpdate(mirror, news);
    mirrors.push(LiveWindow.from(JSON.parse(JSON.stringify(live.window.toSnapshot()))));
  });
  feedLive(live, encoderOutput);
  feedLive(live, encoderOutput, STARTED_AT_MS + 10_000);
  await live.end();
  const snapshot = JSON.stringify(live.window.toSnapshot());
  expect(mirrors.length).toBeGreaterThan(10);
  for (const mirror of mirrors) expect(JSON.stringify(mirror.toSnapshot())).toBe(snapshot);
});

function applyUpdate(window: LiveWindow, news: LiveUpdate): void {
  if (news.type === "step") window.addStep(news.step);
  else if (news.type === "segmentEnd") window.endSegment(news.sha256ById);
  else window.end();
}

test("the last seconds of a live are copied as a clip, which becomes a video that decodes without warnings", async () => {
  const { live, objects } = openLive();
  feedLive(live, encoderOutput);
  const put = async (name: string, bytes: Uint8Array) => void objects.set(name, bytes);
  const durationSec = await writeLiveClip(live, { seconds: 3, folder: "lives/1/clips/1/", put });
  expect(durationSec).toBeGreaterThanOrEqual(3);
  expect(durationSec).toBeLessThan(5.1);
  const journal = objects.get(liveJournalPageOf("lives/1/clips/1/", 0)) ?? Buffer.alloc(0);
  const planned = planArchive([LiveJournalPage.parse(JSON.parse(Buffer.from(journal).toString()))]);
  expect(planned?.durationSec).toBeCloseTo(durationSec);
  // The clip must not need any object that belongs to the live.
  for (const name of Array.from(objects.keys())) if (!name.startsWith("lives/1/clips/")) objects.delete(name);
  for (const { trackId, init, segments } of [...(planned?.video ?? []), ...(planned?.audio ?? [])]) {
    const names = [init.object, ...segments.map(({ object }) => object)];
    const whole = names.map((name) => objects.get(name) ?? Buffer.alloc(0));
    const path = join(encoders.folder, `clip-${trackId}.mp4`);
    await writeFile(path, Buffer.concat(whole));
    const shown = ["-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0"];
    const { stdout, warnings } = await runFfprobe(shown, { sandbox: encoders.sandbox, inputPath: path });
    expect(warnings).toBe("");
    if (trackId !== "a0") expect(Number(stdout)).toBe(Math.round(durationSec * FPS));
  }
});

test("an archive saved as a file has all video and audio frames across the seam of two encoders", async () => {
  const { live, objects } = openLive({ isKept: true });
  feedLive(live, encoderOutput);
  feedLive(live, encoderOutput, STARTED_AT_MS + 10_000);
  await live.end();
  const journal = objects.get(liveJournalPageOf("lives/1/", 0)) ?? Buffer.alloc(0);
  const planned = planArchive([LiveJournalPage.parse(JSON.parse(Buffer.from(journal).toString()))]);
  const indexOf = (output: TrackOutput | undefined): SegmentIndex => ({
    ...(output as TrackOutput),
    version: 1,
    isEnded: true,
  });
  const [picture, sound] = [indexOf(planned?.video[0]), indexOf(planned?.audio[0])];
  const read = async (object: string, { offset, length }: { offset: number; length: number }) =>
    (objects.get(object) ?? Buffer.alloc(0)).subarray(offset, offset + length);
  const saved = await planProgressiveFile(
    [
      { kind: "video", index: picture, language: null, name: null },
      { kind: "audio", index: sound, language: null, name: null },
    ],
    read,
  );
  const bytes = Buffer.concat([
    saved.head,
    ...(await Promise.all(saved.spans.map((span) => read(span.object, span)))),
  ]);
  expect(bytes.length).toBe(saved.sizeBytes);
  const path = join(encoders.folder, "archive.mp4");
  await writeFile(path, bytes);
  const shown = ["-count_frames", "-show_entries", "stream=nb_read_frames,duration", "-of", "csv=p=0"];
  const { stdout, warnings } = await runFfprobe(shown, { sandbox: encoders.sandbox, inputPath: path });
  expect(warnings).toBe("");
  const [frames, sounds] = stdout
    .trim()
    .split("\n")
    .map((line) => line.split(",").map(Number));
  expect(frames?.[1]).toBe(2 * INPUT_DURATION_SEC * FPS);
  expect(Math.abs((frames?.[0] ?? 0) - 2 * INPUT_DURATION_SEC)).toBeLessThan(0.1);
  expect(Math.abs(((sounds?.[1] ?? 0) * 1_024) / 48_000 - 2 * INPUT_DURATION_SEC)).toBeLessThan(0.3);
  expect(Math.abs((sounds?.[0] ?? 0) - 2 * INPUT_DURATION_SEC)).toBeLessThan(0.3);
});

test("frameAt finds the frame at a time in every part of a segment", async () => {
  const { live } = openLive();
  feedLive(live, encoderOutput);
  const { window } = live;
  const init = await live.read(window.findInit("v0", 0) as ByteRange);
  const long = window.listed.find(({ media }) => (media.v0?.parts.length ?? 0) > 3)?.media.v0;
  const segment = await live.read(wholeRange(long) as ByteRange);
  const startSec = long?.parts[0]?.mediaTimeSec ?? 0;
  const frames = [0, 0.5, 1.5, 1.96].map((sec) => frameAt(init, segment, startSec + sec));
  expect(frames).toEqual([0, 12, 37, 49]);
});

test("AAC priming frames do not delay the audio of a live", async () => {
  const tone = "aevalsrc=if(gte(t\\,1)\\,0.5*sin(2*PI*1000*t)\\,0):s=44100:d=3";
  const picture = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=3", "-f", "lavfi", "-i", tone];
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-pix_fmt", "yuv420p"];
  const published = await promisify(execFile)(
    "ffmpeg",
    ["-v", "error", ...picture, ...codecs, "-c:a", "pcm_s16le", "-f", "flv", "-"],
    { encoding: "buffer", maxBuffer: 50_000_000 },
  );
  const plan = planLive(
    { picture: { width: 320, height: 180, fps: { num: 25, den: 1 }, isInterlaced: false }, hasSound: true },
    { qualities: OPTIMIZED_QUALITIES },
  );
  const ids = listRenditions(plan);
  const encoder = startLiveProcess(liveArgs(plan), { sandbox: encoders.sandbox, pipeCount: ids.length });
  const chunks = ids.map(() => [] as Buffer[]);
  for (const [n, pipe] of encoder.outputs.entries())
    pipe.on("data", (bytes: Buffer) => chunks[n]?.push(bytes));
  encoder.input.end(published.stdout);
  expect(await encoder.ended).toEqual({ exitCode: 0, stderrTail: "" });
  const path = join(encoders.folder, "onset.mp4");
  await writeFile(path, Buffer.concat(chunks[ids.indexOf("a0")] ?? []));
  const decode = ["-af", "aresample=async=1:first_pts=0", "-f", "f32le", "-ac", "1", "-ar", "48000", "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", ["-v", "error", "-i", path, ...decode], {
    encoding: "buffer",
    maxBuffer: 50_000_000,
  });
  const samples = new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length >> 2);
  const onsetSec = samples.findIndex((sample) => Math.abs(sample) > 0.1) / 48_000;
  expect(Math.abs(onsetSec - 1)).toBeLessThan(0.005);
});
