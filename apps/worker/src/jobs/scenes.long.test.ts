import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JobPayload } from "@shoal/contract/jobs";
import type { EncodePlan, PlannedAudio, SegmentIndex } from "@shoal/contract/stored-data";
import { joinIndexes, mergeOutputs, planSceneLadder, publishedEndSec } from "@shoal/media";
import { H264, testPicture } from "@shoal/testkit";
import { expect, test } from "vitest";
import { openedOf } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const execFileAsync = promisify(execFile);
const RATE_HZ = 48_000;
const STEREO_TRACK: PlannedAudio = {
  id: "a0",
  mode: "encode",
  streamIndex: 0,
  channels: 2,
  sampleRateHz: RATE_HZ,
  bitrateKbps: 128,

  language: "",
  title: "",
};
const toneArgs = (hz: number, rateHz: number) => ["-f", "lavfi", "-i", `sine=${hz}:d=9:r=${rateHz}`];

const jobs = useJobHarness();

interface TestVideo {
  plan: EncodePlan;
  indexes: Map<string, SegmentIndex>;
}
let uuidCount = 0;

async function encodeSource(name: string, args: string[]): Promise<TestVideo> {
  const source = await jobs.harness.addSource(await jobs.clips.make(name, args), name.replace(".", "-"));
  const opened = openedOf(await jobs.harness.open(source));
  return { plan: opened.plan, indexes: await jobs.harness.finish(source, opened) };
}

/** Makes a scene's part of a video, with frames at the required times and one stereo audio track at 48 kHz. */
async function makeScene({ plan, indexes }: TestVideo, inSec: number, outSec: number): Promise<TestVideo> {
  uuidCount += 1;
  const identity = { videoUuid: `00000000-0000-4000-8000-0000000000${10 + uuidCount}`, generation: 1 };
  const tracks: JobPayload<"cut-audio">["tracks"] = [];
  for (const [trackId, index] of indexes) {
    const indexObject = `indexes/${uuidCount}-${trackId}.json`;
    await jobs.harness.store.put(indexObject, Buffer.from(JSON.stringify(index)));
    tracks.push({ trackId, kind: trackId.startsWith("v") ? "video" : "audio", indexObject });
  }
  const rungs = plan.rungs.map((rung) => ({ ...rung, mode: "encode" as const, crf: rung.crf ?? 20 }));
  const payload = { ...identity, tracks, inSec, outSec, plan: { ...plan, rungs, audio: [STEREO_TRACK] } };
  const rungIds = rungs.map(({ id }) => id);
  const results = [
    await jobs.harness.run("cut-video", { ...payload, pieceIndex: 0, rungIds, audioIds: [] }),
    await jobs.harness.run("cut-audio", payload),
  ];
  const outputs = results.flatMap((result) => ("outputs" in result ? result.outputs : []));
  return { plan: payload.plan, indexes: mergeOutputs(outputs) };
}

/** Decodes each section between two seams separately, with its own init segment, as a player does. */
async function decodeSections(index: SegmentIndex, args: string[]): Promise<Buffer[]> {
  const stretches: SegmentIndex["segments"][] = [];
  for (const segment of index.segments)
    if (segment.isSeam || stretches.length === 0) stretches.push([segment]);
    else stretches.at(-1)?.push(segment);
  const decoded: Buffer[] = [];
  for (const [at, segments] of stretches.entries()) {
    const init = index.moreInits?.[(segments[0]?.initNumber ?? 0) - 1] ?? index.init;
    const bytes = [await jobs.harness.store.read(init.object, init)];
    for (const segment of segments) bytes.push(await jobs.harness.store.read(segment.object, segment));
    const path = join(jobs.harness.folder, `${index.trackId}-${at}.mp4`);
    await writeFile(path, Buffer.concat(bytes));
    const { stdout, stderr } = await execFileAsync("ffmpeg", ["-v", "error", "-i", path, ...args], {
      encoding: "buffer" as const,
      maxBuffer: 1e9,
    });
    expect(stderr.toString()).toBe("");
    decoded.push(stdout);
  }
  return decoded;
}

const SMALL_FRAME = { width: 32, height: 18 };
const asPictures = [
  "-fps_mode",
  "passthrough",
  "-vf",
  `scale=${SMALL_FRAME.width}:${SMALL_FRAME.height}`,

  "-pix_fmt",
  "gray",
  "-f",
  "rawvideo",
  "-",
];
const asSamples = ["-ac", "1", "-f", "s16le", "-"];
const seamsOf = (index: SegmentIndex) =>
  index.segments.flatMap(({ isSeam, startSec }) => (isSeam ? [startSec] : []));
const loudnessOf = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / Math.max(1, samples.length));

test("scenes with different sizes, frame rates and audio join into tracks with exactly their frames and audio", async () => {
  const wide = await encodeSource("wide.mkv", [
    ...testPicture({ durationSec: 9, size: "960x540", rate: "25" }),
    ...toneArgs(440, 44_100),

    ...H264,
    "-c:a",
    "pcm_s16le",
  ]);
  const tall = await encodeSource("tall.mp4", [
    ...testPicture({ durationSec: 9, size: "360x640", rate: "30" }),
    ...toneArgs(880, 48_000),

    ...H264,
    "-g",
    "60",
    "-c:a",
    "aac",
    "-ac",
    "1",
    "-movflags",
    "+faststart",
  ]);
  const mute = await encodeSource("mute.mp4", [
    ...testPicture({ durationSec: 9, size: "640x360", rate: "30000/1001" }),
    ...H264,
  ]);
  expect(mute.plan.audio).toEqual([]);
  const scenes = [
    { fps: 25, made: await makeScene(wide, 1.4, 7.2), lengthSec: 5.8 },
    { fps: 30_000 / 1001, made: await makeScene(mute, 0, 5.005), lengthSec: 5.005 },
    { fps: 30, made: await makeScene(tall, 2.5, 8.9), lengthSec: 6.4 },
  ];
  const durations = scenes.map(({ made }) => publishedEndSec(made.indexes.get("v0") as SegmentIndex));
  for (const [at, sec] of durations.entries()) expect(sec).toBeCloseTo(scenes[at]?.lengthSec ?? 0, 2);
  const join = (trackId: string, chosen: string[]) =>
    joinIndexes(
      trackId,
      scenes.map(({ made }, at) => ({
        index: made.indexes.get(chosen[at] ?? "") as SegmentIndex,
        durationSec: durations[at] ?? 0,
      })),
      1,
    );

  const ladder = planSceneLadder(scenes.map(({ made }) => made.plan.rungs));
  expect(ladder.length).toBeGreaterThan(1);
  const frames = scenes.map(({ fps, lengthSec }) => Math.round(lengthSec * fps));
  const sound = join("a0", ["a0", "a0", "a0"]);
  for (const { rung, chosen } of ladder) {
    const track = join(rung.id, chosen);
    expect(publishedEndSec(track)).toBeCloseTo(17.205, 2);
    expect(seamsOf(track)).toHaveLength(seamsOf(sound).length);
    const pictures = await decodeSections(track, asPictures);
    const count = pictures.reduce(
      (sum, bytes) => sum + bytes.length / (SMALL_FRAME.width * SMALL_FRAME.height),
      0,
    );
    expect([rung.id, count]).toEqual([rung.id, frames.reduce((sum, each) => sum + each)]);
  }

  // At each seam, the segments of all tracks start together, to within an audio frame.
  const [track] = ladder.map(({ rung, chosen }) => join(rung.id, chosen));
  seamsOf(sound).forEach((sec, at) => {
    expect(Math.abs(sec - (seamsOf(track as SegmentIndex)[at] ?? 0))).toBeLessThan(2 * (1024 / RATE_HZ));
  });
  // Audio must not have a gap that would make a player stop.
  sound.segments.forEach(({ startSec }, at) => {
    const before = sound.segments[at - 1];
    if (before) expect(startSec - (before.startSec + before.durationSec)).toBeLessThan(0.03);
  });
  const samples = (await decodeSections(sound, asSamples)).map(
    (bytes) => new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
  );
  const audioFromSec = samples.reduce((sum, { length }) => sum + length, 0) / RATE_HZ;
  // Each seam adds at most one audio frame, since the last frame of a section is complete.
  expect(Math.abs(audioFromSec - 17.205)).toBeLessThan((samples.length * 2 * 1024) / RATE_HZ);
  const muteFromSec = durations[0] ?? 0;
  const stretchStarts = [0, ...seamsOf(sound)];
  samples.forEach((stretch, at) => {
    const fromSec = stretchStarts[at] ?? 0;
    const isMute = fromSec > muteFromSec - 0.05 && fromSec < muteFromSec + (durations[1] ?? 0) - 0.05;
    if (isMute) expect(loudnessOf(stretch)).toBe(0);
    else expect(loudnessOf(stretch)).toBeGreaterThan(500);
  });
});
