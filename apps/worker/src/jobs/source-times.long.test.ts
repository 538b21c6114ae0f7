import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { EncodePlan, SegmentIndex } from "@shoal/contract/stored-data";
import { publishedEndSec } from "@shoal/media";
import { H264, testPicture, testTone } from "@shoal/testkit";
import { describe, expect, it } from "vitest";
import { findPeak, readBrightness, readSamples, writeTrack } from "../testing/decoded-track.ts";
import { openedOf, videoIdentity } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const execFileAsync = promisify(execFile);
const jobs = useJobHarness();
const AAC_ARGS = ["-c:a", "aac"];
const FRAGMENTED_ARGS = ["-movflags", "frag_keyframe+empty_moov+default_base_moof"];

interface EncodedSource {
  plan: EncodePlan;
  picture: SegmentIndex;
  sound: SegmentIndex | undefined;
  /** The mean brightness of each frame of the smallest rung. */
  frames: number[];
}

/** Opens a file, runs all of its jobs, and verifies the complete source. */
async function encodeFile(path: string): Promise<EncodedSource> {
  const source = await jobs.harness.addSource(path, `s${Math.random().toString(36).slice(2)}`);
  const opened = openedOf(await jobs.harness.open(source));
  const { plan } = opened;
  const indexes = await jobs.harness.finish(source, opened);
  expect(
    await jobs.harness.run("verify-source", { ...videoIdentity, source, plan, job: "verify-source" }),
  ).toMatchObject({
    type: "verified",
  });
  const picture = indexes.get("v0") as SegmentIndex;
  return {
    plan,
    picture,
    sound: indexes.get("a0"),
    frames: await readBrightness(await writeTrack(jobs.harness, picture)),
  };
}

/** Writes a file through a pipe, as a program does that cannot seek back to complete its header. */
async function writeThroughPipe(name: string, format: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execFileAsync("ffmpeg", ["-v", "error", "-nostdin", ...args, "-f", format, "-"], {
    encoding: "buffer",
    maxBuffer: 50_000_000,
  });
  const path = join(jobs.clips.path, name);
  await writeFile(path, stdout);
  return path;
}

/** Ten seconds of video and audio, which are encoded in more than one piece. */
const tenSecondArgs = [...testPicture({ durationSec: 10 }), ...testTone(10)];
const VP8_ARGS = ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"];
const VP9_ARGS = ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"];
const AV1_ARGS = ["-c:v", "libsvtav1", "-preset", "12"];
const HEVC_ARGS = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"];
const OPUS_ARGS = ["-c:a", "libopus"];
const MP3_ARGS = ["-c:a", "mp3"];

describe("a file written through a pipe is encoded in its exact length", () => {
  const cases: Record<string, { format: string; args: string[] }> = {
    "VP8 and Opus in WebM": { format: "webm", args: [...VP8_ARGS, ...OPUS_ARGS] },
    "VP9 and Opus in WebM": { format: "webm", args: [...VP9_ARGS, ...OPUS_ARGS] },
    "AV1 and Opus in WebM": { format: "webm", args: [...AV1_ARGS, ...OPUS_ARGS] },
    "H.264 and Opus in Matroska": { format: "matroska", args: [...H264, ...OPUS_ARGS] },
    "H.264 and AAC in Matroska": { format: "matroska", args: [...H264, ...AAC_ARGS] },
    "HEVC and MP3 in Matroska": { format: "matroska", args: [...HEVC_ARGS, ...MP3_ARGS] },
    "H.264 and AAC in FLV": { format: "flv", args: [...H264, ...AAC_ARGS] },
    "H.264 and MP3 in FLV": { format: "flv", args: [...H264, ...MP3_ARGS, "-ar", "44100"] },
    "H.264 and AAC in fragments": { format: "mp4", args: [...H264, ...AAC_ARGS, ...FRAGMENTED_ARGS] },
    "HEVC and Opus in fragments": { format: "mp4", args: [...HEVC_ARGS, ...OPUS_ARGS, ...FRAGMENTED_ARGS] },
    "VP9 and MP3 in fragments": { format: "mp4", args: [...VP9_ARGS, ...MP3_ARGS, ...FRAGMENTED_ARGS] },
    "AV1 and AAC in fragments": { format: "mp4", args: [...AV1_ARGS, ...AAC_ARGS, ...FRAGMENTED_ARGS] },
  };

  it.each(Object.keys(cases))("%s", async (title) => {
    const { format, args } = cases[title] ?? { format: "", args: [] };
    const { frames, sound } = await encodeFile(
      await writeThroughPipe(`piped.${format}`, format, [...tenSecondArgs, ...args]),
    );
    // ffmpeg writes fragments whose video starts up to two frames after the audio.
    expect(frames.length - 250).toBeGreaterThanOrEqual(0);
    expect(frames.length - 250).toBeLessThanOrEqual(format === "mp4" ? 2 : 0);
    expect((sound ? publishedEndSec(sound) : 0) - frames.length / 25).toBeCloseTo(0, 1);
  });
});

/** ffmpeg's arguments for white video that starts later than the audio, with a black last second. */
const lateWhiteArgs = (startSec: number, soundSec: number) => [
  "-f",
  "lavfi",
  "-i",
  "color=white:size=320x180:rate=25:duration=5",
  ...testTone(soundSec),

  "-filter_complex",
  `[0:v]drawbox=color=black:t=fill:enable='gte(t,4)',setpts=PTS+${startSec}/TB[v]`,

  "-map",
  "[v]",
  "-map",
  "1:a",
  "-fps_mode",
  "passthrough",
];

const isWhite = (brightness: number | undefined) => (brightness ?? 0) > 200;

describe("video that begins later than the audio is encoded in full, with its first frame held before", () => {
  it.each(["late.mkv", "late.webm", "late.ts"])("%s", async (name) => {
    const codecs = name.endsWith(".webm") ? [...VP8_ARGS, ...OPUS_ARGS] : [...H264, ...AAC_ARGS];
    const { plan, frames } = await encodeFile(
      await jobs.clips.make(name, [...lateWhiteArgs(6, 11), ...codecs]),
    );
    expect(plan.info.durationSec).toBeCloseTo(11, 1);
    expect(Math.abs(frames.length - 275)).toBeLessThanOrEqual(2);
    expect([0, 100, 200].map((n) => isWhite(frames[n]))).toEqual([true, true, true]);
    const firstBlack = frames.findIndex((each) => !isWhite(each));
    expect(Math.abs(firstBlack - 250)).toBeLessThanOrEqual(2);
  });

  it("an MP4 whose edit list delays the video keeps its last seconds", async () => {
    const white = await jobs.clips.make("white.mp4", [
      "-f",
      "lavfi",
      "-i",
      "color=white:size=320x180:rate=25:duration=5",

      "-vf",
      "drawbox=color=black:t=fill:enable='gte(t,4)'",
      ...H264,
    ]);
    const sound = await jobs.clips.make("sound.m4a", [...testTone(8), ...AAC_ARGS]);
    const delayed = join(jobs.clips.path, "delayed.mp4");
    await execFileAsync("ffmpeg", [
      "-v",
      "error",
      "-itsoffset",
      "3",
      "-i",
      white,
      "-i",
      sound,
      "-c",
      "copy",
      delayed,
    ]);
    const { plan, frames } = await encodeFile(delayed);
    expect(plan.info.durationSec).toBeCloseTo(8, 1);
    expect(frames).toHaveLength(200);
    expect(frames.findIndex((each) => !isWhite(each))).toBe(175);
  });
});

describe("audio that lasts longer than the video is kept, with the last frame held", () => {
  const short = (name: string, codecs: string[]) =>
    jobs.clips.make(name, [
      "-f",
      "lavfi",
      "-i",
      "color=white:size=320x180:rate=25:duration=4",

      ...testTone(50),
      ...codecs,
    ]);

  it.each([
    ["short.mkv", [...H264, "-c:a", "mp3"]],
    ["short.mp4", [...H264, ...AAC_ARGS]],
    ["short.webm", [...VP8_ARGS, ...OPUS_ARGS]],
    ["short.ts", [...H264, ...AAC_ARGS]],
  ])("%s", async (name, codecs) => {
    const { plan, frames, sound } = await encodeFile(await short(name, codecs));
    expect(plan.pieces.length).toBeGreaterThan(2);
    expect(plan.info.durationSec).toBeCloseTo(50, 0);
    expect(Math.abs(frames.length - 1_250)).toBeLessThanOrEqual(3);
    expect(frames.every(isWhite)).toBe(true);
    expect(Math.abs((sound ? publishedEndSec(sound) : 0) - 50)).toBeLessThan(0.2);
    const [left = new Float32Array()] = await readSamples(
      await writeTrack(jobs.harness, sound as SegmentIndex),
    );
    expect(findPeak(left.subarray(-96_000))).toBeGreaterThan(0.05);
  });

  it("the last frame of a passthrough is held as well for a short time", async () => {
    const path = await jobs.clips.make("copied.mp4", [
      ...testPicture({ durationSec: 4 }),
      ...testTone(8),

      ...H264,
      ...AAC_ARGS,
    ]);
    const { plan, picture } = await encodeFile(path);
    expect(plan.rungs.map(({ mode }) => mode)).toEqual(["copy"]);
    expect(publishedEndSec(picture)).toBeCloseTo(8, 1);
    const { stdout } = await execFileAsync("ffprobe", [
      "-v",
      "error",
      "-show_entries",
      "format=duration",
      "-of",
      "csv=p=0",
      await writeTrack(jobs.harness, picture),
    ]);
    expect(Number(stdout)).toBeCloseTo(8, 1);
  });

  it.each([
    ["attached", ["-disposition:v", "attached_pic"]],
    ["as a picture of its own", []],
  ])("a song with its cover %s becomes a video of its duration", async (_, args) => {
    const cover = await jobs.clips.make("cover.png", [
      "-f",
      "lavfi",
      "-i",
      "color=white:size=300x300",
      "-frames:v",
      "1",
    ]);
    const path = await jobs.clips.make("song.m4a.mp4", [
      "-i",
      cover,
      ...testTone(12),
      "-map",
      "0:v",
      "-map",
      "1:a",
      ...AAC_ARGS,
      "-c:v",
      "mjpeg",
      "-f",
      "mp4",
      ...args,
    ]);
    const { frames, sound } = await encodeFile(path);
    expect(Math.abs(frames.length - 300)).toBeLessThanOrEqual(2);
    expect(frames.every(isWhite)).toBe(true);
    expect(sound && publishedEndSec(sound)).toBeCloseTo(12, 1);
  });
});

it("a transport stream whose audio begins first has no duplicate frame", async () => {
  const { frames } = await encodeFile(
    await jobs.clips.make("first.ts", [
      ...testPicture({ rate: "30", durationSec: 8 }),
      ...testTone(8),

      ...H264,
      ...AAC_ARGS,
    ]),
  );
  expect(frames).toHaveLength(240);
});

/** ffmpeg's arguments for a video with 30 fps, and 60 fps in one range, as phones record in brighter light. */
const fasterRangeArgs = (fastFromSec: number, fastToSec = 12) => [
  ...testPicture({ rate: "60", durationSec: 12 }),

  "-vf",
  `select='if(between(t,${fastFromSec},${fastToSec}),1,not(mod(n,2)))'`,
  "-fps_mode",
  "vfr",
  ...H264,
];

describe("a file with 30 and 60 fps keeps all frames", () => {
  it.each([
    ["at the end", 11, 12],
    ["at the beginning", 0, 1],
    ["in the middle", 5, 7],
  ])("%s", async (_, fromSec, toSec) => {
    // The file is converted to MP4 first, so that Matroska states only the mean frame rate.
    const mp4 = await jobs.clips.make(`fast-${fromSec}.mp4`, fasterRangeArgs(fromSec, toSec));
    const mkv = await jobs.clips.make(`fast-${fromSec}.mkv`, ["-i", mp4, "-c", "copy"]);
    for (const path of [mp4, mkv]) {
      const { plan, frames } = await encodeFile(path);
      expect(plan.info.video).toMatchObject({ fps: { num: 60, den: 1 }, isVariableFrameRate: true });
      expect(Math.abs(frames.length - 720)).toBeLessThanOrEqual(2);
    }
  });
});
