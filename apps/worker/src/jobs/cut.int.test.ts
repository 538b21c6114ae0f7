import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { EncodePlan, JobPayload, SegmentIndex } from "@shoal/contract";
import { initUri, mergeOutputs, writeMediaPlaylist } from "@shoal/media";
import { type ClipFolder, H264, makeClipFolder, testPicture } from "@shoal/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type JobRig, makeJobRig, openedOf } from "../testing/job-rig.ts";

const run = promisify(execFile);
const FPS = 25;
const RATE_HZ = 48_000;
/** The loudest sample of a click wanders by a few when it goes through AAC a second time; a frame has 1024. */
const CLICK_TOLERANCE_SAMPLES = 8;
/** A click in silence, so that its sample can be found again. */
const CLICK_SEC = 10;
const click = ["-f", "lavfi", "-i", `aevalsrc='0.8*eq(n,${CLICK_SEC * RATE_HZ})':d=16:s=${RATE_HZ}`];
const film = [...testPicture({ durationSec: 16, size: "960x540", rate: `${FPS}` }), ...click];
/** The video's cut has its own uuid. */
const cutIdentity = { videoUuid: "00000000-0000-4000-8000-0000000000c0", generation: 1 };

let rig: JobRig;
let clips: ClipFolder;
beforeAll(async () => {
  rig = await makeJobRig();
  clips = await makeClipFolder();
});
afterAll(async () => {
  await rig?.dispose();
  await clips?.dispose();
});

interface Video {
  plan: EncodePlan;
  indexes: Map<string, SegmentIndex>;
}

async function encode(name: string, args: string[]): Promise<Video> {
  const source = await rig.addSource(await clips.make(name, args), name.replace(".", "-"));
  const opened = openedOf(await rig.open(source));
  return { plan: opened.plan, indexes: await rig.finish(source, opened) };
}

/** Publishes the tracks, as the api does, and cuts. */
async function cut({ plan, indexes }: Video, inSec: number, outSec: number): Promise<Video> {
  const tracks: JobPayload<"cut-audio">["tracks"] = [];
  for (const [trackId, index] of indexes) {
    const indexObject = `indexes/${trackId}-${index.mediaOffsetSec ?? 0}.json`;
    await rig.store.put(indexObject, Buffer.from(JSON.stringify(index)));
    tracks.push({ trackId, kind: trackId.startsWith("v") ? "video" : "audio", indexObject });
  }
  const cutPlan = {
    ...plan,
    rungs: plan.rungs.map((rung) => ({ ...rung, mode: "encode" as const, crf: rung.crf ?? 20 })),
    audio: plan.audio.map((track) => ({ ...track, mode: "encode" as const })),
  };
  const payload = { ...cutIdentity, tracks, inSec, outSec, plan: cutPlan };
  const [lowest = "", ...others] = plan.rungs.map(({ id }) => id);
  const results = [
    await rig.run("cut-video", { ...payload, pieceIndex: 0, rungIds: [lowest] }),
    ...(others.length > 0
      ? [await rig.run("cut-video", { ...payload, pieceIndex: 1, rungIds: others })]
      : []),
    await rig.run("cut-audio", payload),
  ];
  const outputs = results.flatMap((result) => {
    if (!("outputs" in result)) throw new Error(JSON.stringify(result));
    return result.outputs;
  });
  return { plan: cutPlan, indexes: mergeOutputs(outputs) };
}

/** Stretches of a track that need one init segment: ffmpeg's reader of playlists takes the first for all. */
const stretchesOf = (index: SegmentIndex) =>
  index.segments.reduce<SegmentIndex[]>((stretches, segment) => {
    const { initNumber, isSeam: _, ...plain } = segment;
    const init = index.moreInits?.[(initNumber ?? 0) - 1] ?? index.init;
    const last = stretches.at(-1);
    if (last?.init === init) last.segments.push({ ...plain, number: last.segments.length });
    else stretches.push({ ...index, init, segments: [{ ...plain, number: 0 }] });
    return stretches;
  }, []);

/** Writes a stretch of a track and its playlist as files. @returns the playlist. */
async function unpack(index: SegmentIndex): Promise<string> {
  const folder = join(rig.folder, `unpacked-${index.trackId}-${Math.random().toString(36).slice(2)}`);
  await mkdir(folder);
  await writeFile(join(folder, initUri()), await rig.store.read(index.init.object, index.init));
  for (const segment of index.segments)
    await writeFile(join(folder, `${segment.number}.m4s`), await rig.store.read(segment.object, segment));
  const path = join(folder, "index.m3u8");
  await writeFile(path, writeMediaPlaylist({ ...index, isEnded: true }, { isEnded: true }));
  return path;
}

const FRAME = { width: 32, height: 18 };
/** Every picture of a track, small and grey. */
async function picturesOf(index: SegmentIndex): Promise<Buffer[]> {
  return (await Promise.all(stretchesOf(index).map(decode))).flat();
}

async function decode(index: SegmentIndex): Promise<Buffer[]> {
  const { stdout, stderr } = await run(
    "ffmpeg",
    [
      ...["-v", "error", "-allowed_extensions", "ALL", "-i", await unpack(index), "-fps_mode", "passthrough"],
      ...["-vf", `scale=${FRAME.width}:${FRAME.height}`, "-pix_fmt", "gray", "-f", "rawvideo", "-"],
    ],
    { encoding: "buffer", maxBuffer: 1e9 },
  );
  expect(stderr.toString()).toBe("");
  const size = FRAME.width * FRAME.height;
  return Array.from({ length: stdout.length / size }, (_, n) => stdout.subarray(n * size, (n + 1) * size));
}

function distance(a: Buffer, b: Buffer): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum;
}

/** The picture among the neighbours of the one that is expected which it looks most like. */
function placeOf(picture: Buffer, all: readonly Buffer[], expected: number): number {
  const around = Array.from({ length: 7 }, (_, n) => expected - 3 + n).filter((n) => all[n]);
  const off = (n: number) => distance(picture, all[n] ?? picture);
  return around.reduce((best, n) => (off(n) < off(best) ? n : best));
}

async function samplesOf(index: SegmentIndex): Promise<Int16Array> {
  const path = await unpack(index);
  const args = ["-v", "error", "-allowed_extensions", "ALL", "-i", path, "-ac", "1", "-f", "s16le", "-"];
  const { stdout } = await run("ffmpeg", args, { encoding: "buffer", maxBuffer: 1e9 });
  return new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
}

const loudest = (samples: Int16Array) =>
  samples.reduce((best, value, at) => (Math.abs(value) > Math.abs(samples[best] ?? 0) ? at : best), 0);

/** Asserts that the cut holds just the pictures and the sound of its range. */
async function expectRange(source: Video, made: Video, inSec: number, outSec: number): Promise<void> {
  for (const { id } of source.plan.rungs) {
    const all = await picturesOf(source.indexes.get(id) as SegmentIndex);
    const pictures = await picturesOf(made.indexes.get(id) as SegmentIndex);
    const [from, to] = [Math.round(inSec * FPS), Math.round(outSec * FPS)];
    const expected = Array.from({ length: to - from }, (_, n) => from + n);
    expect([id, pictures.length]).toEqual([id, expected.length]);
    expect(pictures.map((picture, n) => placeOf(picture, all, from + n))).toEqual(expected);
  }
  const samples = await samplesOf(made.indexes.get("a0") as SegmentIndex);
  expect(Math.abs(samples.length - (outSec - inSec) * RATE_HZ)).toBeLessThan(2 * 1024);
  if (CLICK_SEC < inSec || outSec < CLICK_SEC) return;
  const clickAt = loudest(await samplesOf(source.indexes.get("a0") as SegmentIndex));
  expect(Math.abs(loudest(samples) - (clickAt - inSec * RATE_HZ))).toBeLessThanOrEqual(
    CLICK_TOLERANCE_SAMPLES,
  );
}

describe("a cut of an encoded ladder", () => {
  let video: Video;
  beforeAll(async () => {
    video = await encode("ladder.mkv", [...film, ...H264, "-c:a", "pcm_s16le"]);
  });

  it.each([
    ["inside groups of pictures", 3.36, 13.24],
    ["at key frames", 2, 14],
    ["inside one group", 4.4, 5.2],
    ["by a single picture at the edge", 3.96, 8.04],
    ["of the whole video", 0, 16],
  ])("%s holds just its pictures and its sound", async (_, inSec, outSec) => {
    await expectRange(video, await cut(video, inSec, outSec), inSec, outSec);
  });

  it("refers to whole segments and encodes nothing where it begins and ends with one", async () => {
    const made = await cut(video, 4, 12);
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

  it("marks the seams of its edges in every track, and gives the same when it is made again", async () => {
    const [made, again] = [await cut(video, 3.36, 13.24), await cut(video, 3.36, 13.24)];
    expect(again.indexes).toEqual(made.indexes);
    const seams = [...made.indexes.values()].map(({ segments }) =>
      segments.flatMap(({ isSeam, number }) => (isSeam ? [number] : [])),
    );
    expect(new Set(seams.map(String)).size).toBe(1);
    expect(seams[0]).toHaveLength(2);
    expect(await rig.leftovers()).toEqual([]);
  });

  it("can be cut again", async () => {
    const first = await cut(video, 3.36, 13.24);
    const second = await cut(first, 1.2, 8.8);
    await expectRange(video, second, 4.56, 12.16);
  });
});

describe("a cut of a source that is its own top rung", () => {
  it("holds just its pictures and its sound, with the init segments that each part needs", async () => {
    const args = [...H264, "-g", "50", "-c:a", "aac", "-movflags", "+faststart"];
    const video = await encode("own.mp4", [...film, ...args]);
    expect(video.plan.rungs.at(-1)?.mode).toBe("copy");
    const made = await cut(video, 3.36, 13.24);
    await expectRange(video, made, 3.36, 13.24);
    expect(made.indexes.get(video.plan.rungs.at(-1)?.id ?? "")?.moreInits).toHaveLength(1);
  });
});
