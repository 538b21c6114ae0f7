import { execFile } from "node:child_process";
import { mkdir, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JobPayload } from "@shoal/contract/jobs";
import type { EncodePlan, SegmentIndex } from "@shoal/contract/stored-data";
import {
  contiguousSegments,
  mergeOutputs,
  openMp4File,
  planProgressiveFile,
  readFragment,
  readTimescale,
  writeMediaPlaylist,
} from "@shoal/media";
import { testPicture } from "@shoal/testkit";
import { beforeAll, describe, expect, it, test } from "vitest";
import { openedOf } from "../testing/job-harness.ts";
import { splitInits } from "../testing/two-inits.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const execFileAsync = promisify(execFile);
const RATE_HZ = 48_000;
/** The length of the source in seconds. It gives two segments, so that a cut starts in the first and ends in the second. */
const SOURCE_DURATION_SEC = 6;
const [IN_FRAME, OUT_FRAME] = [38, 125];
/** When the silent audio has a click, by which the test finds its sample, in seconds. */
const CLICK_TIME_SEC = 3;
const clickArgs = [
  "-f",
  "lavfi",
  "-i",
  `aevalsrc='0.8*eq(n,${CLICK_TIME_SEC * RATE_HZ})':d=${SOURCE_DURATION_SEC}:s=${RATE_HZ}`,
];
const secOfFrame = (frame: number) => (frame * 1001) / 24_000;
const B_FRAME_ARGS = [
  "-c:v",
  "libx264",
  "-preset",
  "veryfast",
  "-bf",
  "3",
  "-g",
  "48",
  "-keyint_min",
  "48",

  "-sc_threshold",
  "0",
  "-flags",
  "+cgop",
  "-pix_fmt",
  "yuv420p",
];

interface TestVideo {
  plan: EncodePlan;
  indexes: Map<string, SegmentIndex>;
}

const jobs = useJobHarness();
let ownVideo: TestVideo;
beforeAll(async () => {
  const picture = testPicture({ durationSec: SOURCE_DURATION_SEC, size: "640x360", rate: "24000/1001" });
  const sound = ["-map", "0:v", "-map", "1:a", "-map", "1:a", "-c:a", "aac", "-b:a", "128k"];
  ownVideo = await encodeSource("own.mp4", [
    ...picture,
    ...clickArgs,
    ...B_FRAME_ARGS,
    ...sound,
    "-movflags",
    "+faststart",
  ]);
});

async function encodeSource(name: string, args: string[]): Promise<TestVideo> {
  const source = await jobs.harness.addSource(await jobs.clips.make(name, args), name.replace(".", "-"));
  const opened = openedOf(await jobs.harness.open(source));
  return { plan: opened.plan, indexes: await jobs.harness.finish(source, opened) };
}

/** Makes an accurate cut as the api does, with all tracks of these rungs. */
async function makeCut({ plan, indexes }: TestVideo, rungIds: string[]): Promise<TestVideo> {
  const [inSec, outSec] = [secOfFrame(IN_FRAME), secOfFrame(OUT_FRAME)];
  const tracks: JobPayload<"cut-audio">["tracks"] = [];
  for (const [trackId, index] of indexes) {
    const indexObject = `indexes/progressive-${trackId}.json`;
    await jobs.harness.store.put(indexObject, Buffer.from(JSON.stringify(index)));
    tracks.push({ trackId, kind: trackId.startsWith("v") ? "video" : "audio", indexObject });
  }
  const rungs = plan.rungs.map((rung) => ({ ...rung, mode: "encode" as const, crf: rung.crf ?? 20 }));
  const audio = plan.audio.map((track) => ({ ...track, mode: "encode" as const }));
  const identity = { videoUuid: "00000000-0000-4000-8000-0000000000d0", generation: 1 };
  const payload = { ...identity, tracks, inSec, outSec, plan: { ...plan, rungs, audio } };
  const results = [
    await jobs.harness.run("cut-video", { ...payload, pieceIndex: 0, rungIds, audioIds: [] }),
    await jobs.harness.run("cut-audio", payload),
  ];
  const outputs = results.flatMap((result) => {
    if (!("outputs" in result)) throw new Error(JSON.stringify(result));
    return result.outputs;
  });
  return { plan, indexes: mergeOutputs(outputs) };
}

/** Writes the download of a rung to a file. @returns its path. */
async function writeDownload({ indexes }: TestVideo, trackId: string): Promise<string> {
  const wanted = [...indexes].filter(([id]) => id === trackId || id.startsWith("a"));
  const tracks = wanted.map(([id, index]) => ({
    kind: id.startsWith("v") ? ("video" as const) : ("audio" as const),
    index,
    language: id === "a1" ? "fra" : null,
    name: null,
  }));
  const planned = await planProgressiveFile(tracks, (object, range) =>
    jobs.harness.store.read(object, range),
  );
  const path = join(jobs.harness.folder, `${crypto.randomUUID()}.mp4`);
  const file = await open(path, "w");
  await file.writeFile(planned.head);
  for (const span of planned.spans) await file.writeFile(await jobs.harness.store.read(span.object, span));
  expect((await file.stat()).size).toBe(planned.sizeBytes);
  await file.close();
  return path;
}

/**
 * Writes a rendition as HLS serves it, with one playlist per init segment, since ffmpeg would use the first init segment for all
 * segments.
 */
async function unpackRendition(index: SegmentIndex): Promise<string[]> {
  const runs: { init: number; segments: typeof index.segments }[] = [];
  for (const segment of contiguousSegments(index)) {
    const init = segment.initNumber ?? 0;
    if (runs.at(-1)?.init === init) runs.at(-1)?.segments.push(segment);
    else runs.push({ init, segments: [segment] });
  }
  return Promise.all(runs.map(({ init, segments }) => unpackRun(index, init, segments)));
}

async function unpackRun(index: SegmentIndex, init: number, segments: typeof index.segments) {
  const folder = join(jobs.harness.folder, crypto.randomUUID());
  await mkdir(folder);
  const range = index.moreInits?.[init - 1] ?? index.init;
  await writeFile(join(folder, "init.m4s"), await jobs.harness.store.read(range.object, range));
  const listed = segments.map(({ initNumber: _initNumber, isSeam: _isSeam, ...segment }, number) => ({
    ...segment,
    number,
  }));
  for (const segment of listed)
    await writeFile(
      join(folder, `${segment.number}.m4s`),
      await jobs.harness.store.read(segment.object, segment),
    );
  const path = join(folder, "index.m3u8");
  await writeFile(path, writeMediaPlaylist({ ...index, segments: listed, isEnded: true }, { isEnded: true }));
  return path;
}

const READ_HLS = ["-allowed_extensions", "ALL"];
async function decodeFile(path: string, args: string[]): Promise<Buffer> {
  const input = path.endsWith(".m3u8") ? READ_HLS : [];
  const { stdout, stderr } = await execFileAsync(
    "ffmpeg",
    ["-v", "error", ...input, "-i", path, ...args, "-"],
    {
      encoding: "buffer",
      maxBuffer: 1e9,
    },
  );
  expect(stderr.toString()).toBe("");
  return stdout;
}

/** Returns a hash of each frame, in display order. */
async function frameHashesOf(path: string): Promise<string[]> {
  const text = (
    await decodeFile(path, ["-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5"])
  ).toString();
  return text.split("\n").flatMap((line) => (line.startsWith("0,") ? [line.split(",").at(-1) ?? ""] : []));
}

const decodeAudioOf = (path: string, track = 0) =>
  decodeFile(path, ["-map", `0:a:${track}`, "-ac", "1", "-f", "s16le"]);

interface ProbedFile {
  streams: { codec_type: string; start_time: string; duration: string; nb_frames: string; tags: object }[];
  packets: { pts_time: string }[];
}
async function probeFile(path: string, args: string[] = []): Promise<ProbedFile> {
  const { stdout } = await execFileAsync(
    "ffprobe",
    ["-v", "error", "-of", "json", "-show_streams", ...args, path],
    {
      maxBuffer: 1e9,
    },
  );
  return JSON.parse(stdout) as ProbedFile;
}

function findLoudest(bytes: Buffer): number {
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return samples.reduce((best, value, at) => (Math.abs(value) > Math.abs(samples[best] ?? 0) ? at : best), 0);
}

/** The size of two AAC frames as 16-bit mono samples. */
const MAX_LEAD_BYTES = 2 * 1024 * 2;

/** Asserts that the file plays exactly like the rendition. */
async function expectSame(video: TestVideo, trackId: string): Promise<string> {
  const path = await writeDownload(video, trackId);
  const parts = await unpackRendition(video.indexes.get(trackId) as SegmentIndex);
  const shown = (await Promise.all(parts.map(frameHashesOf))).flat();
  expect(await frameHashesOf(path)).toEqual(shown);
  const [sound = ""] = await unpackRendition(video.indexes.get("a0") as SegmentIndex);
  const [saved, streamed] = [await decodeAudioOf(path), await decodeAudioOf(sound)];
  // A cut's audio starts with silence before the start of the video. The file omits this silence, whereas ffmpeg plays it from a
  // playlist.
  const leadBytes = streamed.length - saved.length;
  expect(leadBytes).toBeGreaterThanOrEqual(0);
  expect(leadBytes).toBeLessThanOrEqual(MAX_LEAD_BYTES);
  expect(saved.equals(streamed.subarray(leadBytes))).toBe(true);
  return path;
}

test("segments have negative composition offsets, so that display times start at 0; ffmpeg adds the lowest offset", async () => {
  const shiftFrames: number[] = [];
  for (const { id } of ownVideo.plan.rungs) {
    const index = ownVideo.indexes.get(id) as SegmentIndex;
    const [first] = index.segments;
    if (!first) throw new Error(`${id} has no segment`);
    const timescale = readTimescale(await jobs.harness.store.read(index.init.object, index.init));
    const { baseTicks, samples } = readFragment(await jobs.harness.store.read(first.object, first));
    const shownTicks = samples.map(
      ({ ctsTicks }, n) =>
        baseTicks + samples.slice(0, n).reduce((sum, { durationTicks }) => sum + durationTicks, 0) + ctsTicks,
    );
    // Browsers use these display times for the frames.
    expect(Math.min(...shownTicks)).toBe(0);
    const [path = ""] = await unpackRendition(index);
    const { packets } = await probeFile(path, [...READ_HLS, "-show_entries", "packet=pts_time"]);
    const firstSec = Math.min(...packets.map(({ pts_time }) => Number(pts_time)));
    shiftFrames.push(Math.round(firstSec / secOfFrame(1)));
    expect(firstSec).toBeCloseTo(-Math.min(...samples.map(({ ctsTicks }) => ctsTicks)) / timescale, 3);
  }
  // In the copied rung, B-frames delay the display by two frames.
  expect(shiftFrames.at(-1)).toBe(2);
});

describe("the file of a rung", () => {
  it("contains the video and audio of its rendition, and begins with its index", async () => {
    expect(ownVideo.plan.rungs.at(-1)?.mode).toBe("copy");
    for (const { id } of ownVideo.plan.rungs) {
      const path = await expectSame(ownVideo, id);
      const { streams } = await probeFile(path);
      expect(streams.map(({ codec_type }) => codec_type)).toEqual(["video", "audio", "audio"]);
      expect(Number(streams[0]?.nb_frames)).toBe(Math.ceil((SOURCE_DURATION_SEC * 24_000) / 1001));
      for (const stream of streams) expect(Number(stream.start_time)).toBeCloseTo(0, 2);
      expect(Number(streams[0]?.duration)).toBeCloseTo(SOURCE_DURATION_SEC, 1);
      expect(streams[2]?.tags).toMatchObject({ language: "fra" });
      const file = await openMp4File(path);
      expect(file.tracks[0]?.hasComplexEdits).toBe(false);
      await file[Symbol.asyncDispose]();
    }
  });

  it("shows frames at the source's times", async () => {
    const path = await writeDownload(ownVideo, ownVideo.plan.rungs.at(-1)?.id ?? "");
    const times = async (of: string) =>
      (await probeFile(of, ["-select_streams", "v", "-show_entries", "packet=pts_time"])).packets
        .map(({ pts_time }) => Number(pts_time))
        .toSorted((a, b) => a - b);
    const source = await times(join(jobs.clips.path, "own.mp4"));
    expect((await times(path)).map((time, n) => Math.abs(time - (source[n] ?? 0)) < 0.0005)).toEqual(
      source.map(() => true),
    );
  });
});

describe("the file of a cut", () => {
  it.each([
    ["its edges", 0, (video: TestVideo) => Promise.resolve(video.indexes)],
    ["seams and their init segments", 1, ({ indexes }: TestVideo) => splitInits(jobs.harness, indexes)],
  ])("keeps the sound at its pictures over %s", async (_, moreInits, indexesOf) => {
    const inSec = secOfFrame(IN_FRAME);
    const top = ownVideo.plan.rungs.at(-1)?.id ?? "";
    // The size of the frames does not change where seams are.
    const ids = moreInits ? [top] : ownVideo.plan.rungs.map(({ id }) => id);
    const made = await makeCut({ ...ownVideo, indexes: await indexesOf(ownVideo) }, ids);
    expect(made.indexes.get(top)?.moreInits ?? []).toHaveLength(moreInits);
    expect(made.indexes.get(top)?.mediaOffsetSec).toBeCloseTo(inSec, 3);
    for (const id of ids) {
      const path = await expectSame(made, id);
      const { streams } = await probeFile(path);
      const starts = [id, "a0", "a1"].map((track) => made.indexes.get(track)?.segments[0]?.startSec ?? -1);
      for (const [n, { start_time }] of streams.entries())
        expect(Math.abs(Number(start_time) - (starts[n] ?? 0))).toBeLessThan(0.0005);
      expect(Number(streams[0]?.duration)).toBeCloseTo(secOfFrame(OUT_FRAME - IN_FRAME), 1);
      const sound = await decodeFile(path, [
        "-map",
        "0:a:0",
        "-af",
        "aresample=async=1000:first_pts=0",
        "-ac",
        "1",
        "-f",
        "s16le",
      ]);
      expect(Math.abs(findLoudest(sound) - (CLICK_TIME_SEC - inSec) * RATE_HZ)).toBeLessThan(RATE_HZ / 24);
    }
  });
});
