import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import type { JobPayload } from "@shoal/contract/jobs";
import type { EncodePlan, SegmentIndex } from "@shoal/contract/stored-data";
import { initUri, mergeOutputs, readFragment, writeMediaPlaylist } from "@shoal/media";
import { H264, testPicture } from "@shoal/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { openedOf } from "../testing/job-harness.ts";
import { splitInits } from "../testing/two-inits.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const execFileAsync = promisify(execFile);
const FPS = 25;
const RATE_HZ = 48_000;
/** How far the loudest sample of a click may move when the click is re-encoded in AAC, in samples. A frame has 1024 samples. */
const CLICK_TOLERANCE_SAMPLES = 8;
/**
 * When the audio has a click, by which the test finds its sample. The click is over a rising tone, so that all other samples
 * differ.
 */
const CLICK_TIME_SEC = 10;
const waveExpression = `0.8*eq(n,${CLICK_TIME_SEC * RATE_HZ})+0.1*sin(2*PI*(300+60*t)*t)`;
const clickArgs = ["-f", "lavfi", "-i", `aevalsrc='${waveExpression}':d=16:s=${RATE_HZ}`];
const filmArgs = [...testPicture({ durationSec: 16, size: "960x540", rate: `${FPS}` }), ...clickArgs];
/** The identity of the cut's video, which differs from that of the source. */
const cutIdentity = { videoUuid: "00000000-0000-4000-8000-0000000000c0", generation: 1 };

const jobs = useJobHarness();

interface TestVideo {
  plan: EncodePlan;
  indexes: Map<string, SegmentIndex>;
}

async function encodeSource(name: string, args: string[]): Promise<TestVideo> {
  const source = await jobs.harness.addSource(await jobs.clips.make(name, args), name.replace(".", "-"));
  const opened = openedOf(await jobs.harness.open(source));
  return { plan: opened.plan, indexes: await jobs.harness.finish(source, opened) };
}

/** Publishes the tracks as the api does, and makes a cut. */
async function makeCut(
  { plan, indexes }: TestVideo,
  inSec: number,
  outSec: number,
  sound: "copy" | "encode" = "copy",
): Promise<TestVideo> {
  const tracks: JobPayload<"cut-audio">["tracks"] = [];
  for (const [trackId, index] of indexes) {
    const indexObject = `indexes/${trackId}-${index.mediaOffsetSec ?? 0}.json`;
    await jobs.harness.store.put(indexObject, Buffer.from(JSON.stringify(index)));
    tracks.push({ trackId, kind: trackId.startsWith("v") ? "video" : "audio", indexObject });
  }
  const cutPlan = {
    ...plan,
    rungs: plan.rungs.map((rung) => ({ ...rung, mode: "encode" as const, crf: rung.crf ?? 20 })),
    audio: plan.audio.map((track) => ({ ...track, mode: sound })),
  };
  const payload = { ...cutIdentity, tracks, inSec, outSec, plan: cutPlan };
  const [lowest = "", ...others] = plan.rungs.map(({ id }) => id);
  const audioIds = sound === "copy" ? plan.audio.map(({ id }) => id) : [];
  const results = [
    await jobs.harness.run("cut-video", { ...payload, pieceIndex: 0, rungIds: [lowest], audioIds }),
    ...(others.length > 0
      ? [await jobs.harness.run("cut-video", { ...payload, pieceIndex: 1, rungIds: others, audioIds: [] })]
      : []),
    ...(sound === "encode" ? [await jobs.harness.run("cut-audio", payload)] : []),
  ];
  const outputs = results.flatMap((result) => {
    if (!("outputs" in result)) throw new Error(JSON.stringify(result));
    return result.outputs;
  });
  return { plan: cutPlan, indexes: mergeOutputs(outputs) };
}

/**
 * Splits a track into sections with one init segment each, because ffmpeg's playlist reader uses the first init segment for all
 * segments.
 */
const splitBySeams = (index: SegmentIndex) =>
  index.segments.reduce<SegmentIndex[]>((stretches, segment) => {
    const { initNumber, isSeam: _, ...plain } = segment;
    const init = index.moreInits?.[(initNumber ?? 0) - 1] ?? index.init;
    const last = stretches.at(-1);
    if (last?.init === init) last.segments.push({ ...plain, number: last.segments.length });
    else stretches.push({ ...index, init, segments: [{ ...plain, number: 0 }] });
    return stretches;
  }, []);

/** Writes a section of a track and its playlist to files. @returns the playlist. */
async function unpackSection(index: SegmentIndex): Promise<string> {
  const folder = join(
    jobs.harness.folder,
    `unpacked-${index.trackId}-${Math.random().toString(36).slice(2)}`,
  );
  await mkdir(folder);
  await writeFile(join(folder, initUri()), await jobs.harness.store.read(index.init.object, index.init));
  for (const segment of index.segments)
    await writeFile(
      join(folder, `${segment.number}.m4s`),
      await jobs.harness.store.read(segment.object, segment),
    );
  const path = join(folder, "index.m3u8");
  await writeFile(path, writeMediaPlaylist({ ...index, isEnded: true }, { isEnded: true }));
  return path;
}

const SMALL_FRAME = { width: 32, height: 18 };
/** The frames of decoded tracks. They are cached, because each cut is compared with the same source. */
const decodedTracks = new WeakMap<SegmentIndex, Promise<Buffer[]>>();
/** Decodes every frame of a track as a small grey image. */
function decodedFramesOf(index: SegmentIndex): Promise<Buffer[]> {
  const pictures =
    decodedTracks.get(index) ??
    Promise.all(splitBySeams(index).map(decodeFrames)).then((stretches) => stretches.flat());
  decodedTracks.set(index, pictures);
  return pictures;
}

async function decodeFrames(index: SegmentIndex): Promise<Buffer[]> {
  const { stdout, stderr } = await execFileAsync(
    "ffmpeg",
    [
      "-v",
      "error",
      "-allowed_extensions",
      "ALL",
      "-i",
      await unpackSection(index),
      "-fps_mode",
      "passthrough",

      "-vf",
      `scale=${SMALL_FRAME.width}:${SMALL_FRAME.height}`,
      "-pix_fmt",
      "gray",
      "-f",
      "rawvideo",
      "-",
    ],
    { encoding: "buffer", maxBuffer: 1e9 },
  );
  expect(stderr.toString()).toBe("");
  const size = SMALL_FRAME.width * SMALL_FRAME.height;
  return Array.from({ length: stdout.length / size }, (_, n) => stdout.subarray(n * size, (n + 1) * size));
}

function differenceOf(a: Buffer, b: Buffer): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum;
}

/** Returns the index of the frame that is most similar, among those around the expected one. */
function findMostSimilar(picture: Buffer, all: readonly Buffer[], expected: number): number {
  const around = Array.from({ length: 7 }, (_, n) => expected - 3 + n).filter((n) => all[n]);
  const off = (n: number) => differenceOf(picture, all[n] ?? picture);
  return around.reduce((best, n) => (off(n) < off(best) ? n : best));
}

/** Decodes the audio from the start of the video, since players omit samples with earlier times. */
async function decodeSamples(index: SegmentIndex): Promise<Int16Array> {
  const [first] = index.segments;
  if (!first) throw new Error("No sound");
  const { baseTicks } = readFragment(await jobs.harness.store.read(first.object, first));
  const early = Math.round((index.mediaOffsetSec ?? 0) * RATE_HZ) - baseTicks;
  const path = await unpackSection(index);
  const args = ["-v", "error", "-allowed_extensions", "ALL", "-i", path, "-ac", "1", "-f", "s16le", "-"];
  const { stdout } = await execFileAsync("ffmpeg", args, { encoding: "buffer", maxBuffer: 1e9 });
  const samples = new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
  return samples.subarray(early);
}

const findLoudest = (samples: Int16Array) =>
  samples.reduce((best, value, at) => (Math.abs(value) > Math.abs(samples[best] ?? 0) ? at : best), 0);

const SAME_SOUND_DB = 20;
/** Asserts that both are equal in every 20 ms, and that no audio follows after the end. */
function expectSound(samples: Int16Array, expected: Int16Array, inSec: number): void {
  const step = RATE_HZ / 50;
  const noisy: number[] = [];
  // A decoder's first frame lacks its overlap if no frame precedes it.
  for (let at = inSec === 0 ? 2 * step : 0; at < expected.length; at += step) {
    const [one, other] = [samples.subarray(at, at + step), expected.subarray(at, at + step)];
    const noise = one.reduce((sum, value, n) => sum + (value - (other[n] ?? 0)) ** 2, 0);
    const signal = other.reduce((sum, value) => sum + value ** 2, 0);
    if (10 * Math.log10(signal / noise) < SAME_SOUND_DB) noisy.push(at / RATE_HZ);
  }
  expect(noisy).toEqual([]);
  const after = samples.subarray(expected.length + 64);
  expect(after.every((value) => Math.abs(value) < 300)).toBe(true);
}

/** Asserts that the cut contains exactly the frames and audio of its range. */
async function expectRange(source: TestVideo, made: TestVideo, inSec: number, outSec: number): Promise<void> {
  for (const { id } of source.plan.rungs) {
    const all = await decodedFramesOf(source.indexes.get(id) as SegmentIndex);
    const pictures = await decodedFramesOf(made.indexes.get(id) as SegmentIndex);
    const [from, to] = [Math.round(inSec * FPS), Math.round(outSec * FPS)];
    const expected = Array.from({ length: to - from }, (_, n) => from + n);
    expect([id, pictures.length]).toEqual([id, expected.length]);
    expect(pictures.map((picture, n) => findMostSimilar(picture, all, from + n))).toEqual(expected);
  }
  const samples = await decodeSamples(made.indexes.get("a0") as SegmentIndex);
  expect(Math.abs(samples.length - (outSec - inSec) * RATE_HZ)).toBeLessThan(2 * 1024);
  const audioSamples = await decodeSamples(source.indexes.get("a0") as SegmentIndex);
  expectSound(
    samples,
    audioSamples.subarray(Math.round(inSec * RATE_HZ), Math.round(outSec * RATE_HZ)),
    inSec,
  );
  if (CLICK_TIME_SEC < inSec || outSec < CLICK_TIME_SEC) return;
  const clickAt = findLoudest(audioSamples);
  expect(Math.abs(findLoudest(samples) - (clickAt - inSec * RATE_HZ))).toBeLessThanOrEqual(
    CLICK_TOLERANCE_SAMPLES,
  );
}

const seamsOf = ({ segments }: SegmentIndex) =>
  segments.flatMap(({ isSeam, number }) => (isSeam ? [number] : []));

describe("a cut of an encoded ladder", () => {
  let video: TestVideo;
  beforeAll(async () => {
    video = await encodeSource("ladder.mkv", [...filmArgs, ...H264, "-c:a", "pcm_s16le"]);
  });

  it.each([
    ["inside groups of pictures", 3.36, 13.24],
    ["at key frames", 2, 14],
    ["inside one group", 4.4, 5.2],
    ["by a single picture at the edge", 3.96, 8.04],
    ["of the whole video", 0, 16],
  ])("%s contains exactly the frames and audio of its range", async (_, inSec, outSec) => {
    await expectRange(video, await makeCut(video, inSec, outSec), inSec, outSec);
  });

  it("only references segments if it starts and ends at segment boundaries", async () => {
    const made = await makeCut(video, 4, 12);
    const index = made.indexes.get("v0") as SegmentIndex;
    const original = video.indexes.get("v0") as SegmentIndex;
    expect(index.segments.map(({ object, offset }) => [object, offset])).toEqual(
      original.segments.slice(1, 3).map(({ object, offset }) => [object, offset]),
    );
    expect(index.segments.map(({ startSec, isSeam }) => [startSec, isSeam])).toEqual([
      [0, undefined],
      [4, undefined],
    ]);
  });

  it("keeps all audio frames except half a second at each edge", async () => {
    const made = await makeCut(video, 3.36, 13.24);
    const objects = (each: TestVideo) => each.indexes.get("a0")?.segments.map(({ object }) => object) ?? [];
    expect(objects(made)).toContain(objects(video)[1]);
    expect(objects(made)[0]).not.toBe(objects(video)[0]);
  });

  it("re-encodes the whole audio if its frames cannot be kept", async () => {
    await expectRange(video, await makeCut(video, 3.36, 13.24, "encode"), 3.36, 13.24);
  });

  it("has no seam in any track, and is identical when made again", async () => {
    const [made, again] = [await makeCut(video, 3.36, 13.24), await makeCut(video, 3.36, 13.24)];
    expect(again.indexes).toEqual(made.indexes);
    for (const index of made.indexes.values()) expect(seamsOf(index)).toEqual([]);
    expect(await jobs.harness.leftovers()).toEqual([]);
  });

  it("has seams at its edges in every track if its source needs more than one init segment", async () => {
    const joined = await makeCut(
      { ...video, indexes: await splitInits(jobs.harness, video.indexes) },
      3.36,
      13.24,
    );
    const seams = [...joined.indexes.values()].map(seamsOf);
    expect(new Set(seams.map(String)).size).toBe(1);
    expect(seams[0]?.length).toBeGreaterThanOrEqual(2);
    await expectRange(video, joined, 3.36, 13.24);
  });

  it.each([
    ["its source", 0, (source: TestVideo) => Promise.resolve(source)],
    ["it", 3.36, (source: TestVideo) => makeCut(source, 3.36, 13.24)],
  ])("the waveform of %s shows the click at the time when it is heard", async (_, startSec, made) => {
    const index = (await made(video)).indexes.get("a0");
    const indexObject = `indexes/heard-${startSec}.json`;
    await jobs.harness.store.put(indexObject, Buffer.from(JSON.stringify(index)));
    const result = await jobs.harness.run("make-waveform", {
      ...cutIdentity,
      indexObject,
      job: "make-waveform",
    });
    if (result.type !== "waveform") throw new Error(JSON.stringify(result));
    const pairs = new Int8Array(gunzipSync(await jobs.harness.store.read(result.object)));
    const peaks = pairs.filter((_value, n) => n % 2 === 1);
    expect(result.pairsPerSec).toBe(20);
    expect(peaks.indexOf(Math.max(...peaks))).toBe(Math.floor((CLICK_TIME_SEC - startSec) * 20));
    // The tone has a tenth of the full amplitude in both channels.
    expect(result.loudnessLufs).toBeGreaterThan(-26);
    expect(result.loudnessLufs).toBeLessThan(-17);
  });

  it("can be cut again", async () => {
    const first = await makeCut(video, 3.36, 13.24);
    const second = await makeCut(first, 1.2, 8.8);
    await expectRange(video, second, 4.56, 12.16);
  });
});

describe("a cut of a source that is its own top rung", () => {
  it("contains exactly its range under one init segment, and so does a cut of the cut", async () => {
    const args = [...H264, "-g", "50", "-c:a", "aac", "-movflags", "+faststart"];
    const video = await encodeSource("own.mp4", [...filmArgs, ...args]);
    expect(video.plan.rungs.at(-1)?.mode).toBe("copy");
    const made = await makeCut(video, 3.36, 13.24);
    await expectRange(video, made, 3.36, 13.24);
    const again = await makeCut(made, 1.2, 8.8);
    await expectRange(video, again, 4.56, 12.16);
    for (const { indexes } of [made, again]) {
      const own = indexes.get(video.plan.rungs.at(-1)?.id ?? "");
      expect([own?.moreInits, own && seamsOf(own)]).toEqual([undefined, []]);
    }
  });
});
