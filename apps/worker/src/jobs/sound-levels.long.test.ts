import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { SegmentIndex } from "@shoal/contract/stored-data";
import { readLoudness } from "@shoal/media";
import { H264, testPicture } from "@shoal/testkit";
import { expect, it } from "vitest";
import { findPeak, readSamples, writeTrack } from "../testing/decoded-track.ts";
import { openedOf } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const execFileAsync = promisify(execFile);
const jobs = useJobHarness();

/** Makes a file whose channels are these expressions of `t`. @returns its path. */
const makeSoundFile = (
  name: string,
  channels: readonly string[],
  layout: string,
  codec = ["-c:a", "pcm_s16le"],
) =>
  jobs.clips.make(name, [
    ...testPicture({ durationSec: 5 }),

    "-f",
    "lavfi",
    "-i",
    `aevalsrc='${channels.join("|")}':c=${layout}:s=48000:d=5`,

    ...H264,
    ...codec,
  ]);

const sineExpression = (peak: number, hz = 440) => `${peak}*sin(2*PI*${hz}*t)`;

/**
 * Encodes a file.
 * @returns the path of the audio that viewers get.
 */
async function encodeFile(path: string): Promise<string> {
  const source = await jobs.harness.addSource(path, `s${Math.random().toString(36).slice(2)}`);
  const indexes = await jobs.harness.finish(source, openedOf(await jobs.harness.open(source)));
  return writeTrack(jobs.harness, indexes.get("a0") as SegmentIndex);
}

/** Measures the integrated loudness, in LUFS. */
async function loudnessOf(path: string): Promise<number> {
  const { stderr } = await execFileAsync("ffmpeg", [
    "-i",
    path,
    "-vn",
    "-af",
    "ebur128=framelog=verbose",
    "-f",
    "null",
    "-",
  ]);
  return readLoudness({ log: stderr }) ?? Number.NEGATIVE_INFINITY;
}

it.each([
  ["mono.mkv", ["-c:a", "pcm_s16le"]],
  ["mono.mp4", ["-c:a", "ac3", "-b:a", "192k"]],
])("mono keeps its level on both sides: %s", async (name, codec) => {
  const path = await encodeFile(await makeSoundFile(name, [sineExpression(0.5)], "mono", codec));
  const [left = new Float32Array(), right = new Float32Array()] = await readSamples(path);
  // The ends of the tone are omitted, because the encoder causes artefacts there.
  for (const side of [left, right]) expect(findPeak(side.subarray(4_800, -4_800))).toBeCloseTo(0.5, 1);
  expect(Math.abs(findPeak(left.subarray(4_800, -4_800)) - 0.5)).toBeLessThan(0.02);
});

it("stereo keeps its levels", async () => {
  const path = await encodeFile(
    await makeSoundFile("stereo.mkv", [sineExpression(0.5), sineExpression(0.25)], "stereo"),
  );
  const [left = new Float32Array(), right = new Float32Array()] = await readSamples(path);
  expect(Math.abs(findPeak(left.subarray(4_800, -4_800)) - 0.5)).toBeLessThan(0.02);
  expect(Math.abs(findPeak(right.subarray(4_800, -4_800)) - 0.25)).toBeLessThan(0.02);
});

it("loud surround sound is mixed down without clipping", async () => {
  const loud = [
    sineExpression(0.7),
    sineExpression(0.7),
    sineExpression(0.7),
    "0",
    sineExpression(0.7),
    sineExpression(0.7),
  ];
  const path = await encodeFile(await makeSoundFile("loud.mkv", loud, "5.1"));
  for (const side of await readSamples(path)) expect(findPeak(side)).toBeLessThan(1);
});

it("speech in the centre channel of surround sound keeps its loudness", async () => {
  const spoken = ["0", "0", sineExpression(0.3, 997), "0", "0", "0"];
  const source = await makeSoundFile("spoken.mkv", spoken, "5.1");
  const made = await encodeFile(source);
  expect(Math.abs((await loudnessOf(made)) - (await loudnessOf(source)))).toBeLessThan(0.3);
});

/** Makes a file with two mono streams, left and right. @returns its path. */
const makeTwoMonoFile = (
  name: string,
  codec: readonly string[],
  layouts: readonly [string, string] = ["mono", "mono"],
) =>
  jobs.clips.make(name, [
    ...testPicture({ durationSec: 5, ...(name.endsWith(".gxf") ? { size: "720x576" } : {}) }),

    "-f",
    "lavfi",
    "-i",
    `aevalsrc='${sineExpression(0.5)}':c=${layouts[0]}:s=48000:d=5`,

    "-f",
    "lavfi",
    "-i",
    `aevalsrc='${sineExpression(0.25, 880)}':c=${layouts[1]}:s=48000:d=5`,

    "-map",
    "0:v",
    "-map",
    "1:a",
    "-map",
    "2:a",
    ...codec,
  ]);
const MPEG2_ARGS = ["-c:v", "mpeg2video", "-b:v", "2M"];

it.each([
  ["MXF", "pair.mxf", MPEG2_ARGS, undefined],
  ["GXF", "pair.gxf", MPEG2_ARGS, undefined],
  ["a MOV that tags them left and right", "pair.mov", H264, ["FL", "FR"] as const],
])("two mono tracks of %s become one stereo track", async (_, name, codec, layouts) => {
  const path = await makeTwoMonoFile(name, [...codec, "-c:a", "pcm_s16le"], layouts);
  const source = await jobs.harness.addSource(path, name);
  const opened = openedOf(await jobs.harness.open(source));
  expect(opened.plan.audio).toMatchObject([{ id: "a0", streamIndex: 1, rightStreamIndex: 2, channels: 2 }]);
  const sound = (await jobs.harness.finish(source, opened)).get("a0") as SegmentIndex;
  const [left = new Float32Array(), right = new Float32Array()] = await readSamples(
    await writeTrack(jobs.harness, sound),
  );
  expect(Math.abs(findPeak(left.subarray(4_800, -4_800)) - 0.5)).toBeLessThan(0.02);
  expect(Math.abs(findPeak(right.subarray(4_800, -4_800)) - 0.25)).toBeLessThan(0.02);
  expect(left.length / 48_000).toBeCloseTo(5, 1);
});

it("two mono tracks of other files stay separate", async () => {
  const path = await makeTwoMonoFile("languages.mkv", [...H264, "-c:a", "pcm_s16le"]);
  const opened = openedOf(await jobs.harness.open(await jobs.harness.addSource(path, "languages")));
  expect(opened.plan.audio.map(({ streamIndex }) => streamIndex)).toEqual([1, 2]);
});
