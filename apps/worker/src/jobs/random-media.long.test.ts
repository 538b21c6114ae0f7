import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { EncodePlan, SegmentIndex } from "@shoal/contract/stored-data";
import { readCaptionsFile } from "@shoal/domain";
import { publishedEndSec, toFps } from "@shoal/media";
import { beforeAll, describe, expect, it } from "vitest";
import {
  findPeak,
  readBarColours,
  readBrightness,
  readSamples,
  writeTrack,
} from "../testing/decoded-track.ts";
import { openedOf, videoIdentity } from "../testing/job-harness.ts";
import {
  BAR_COLOURS,
  type DrawnMedia,
  drawMedia,
  endsOf,
  fileNameOf,
  fpsOf,
  isLossySound,
  marksOf,
  mediaArgs,
  nameOf,
  TEST_CAPTION,
} from "../testing/random-media.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

/** The seed from which the sources are drawn: SHOAL_TEST_SEED=7 MEDIA_DRAWS=12 npx vitest run --project long random-media */
const MEDIA_SEED = Number(process.env.SHOAL_TEST_SEED ?? 1);
const DRAW_COUNT = Number(process.env.MEDIA_DRAWS ?? 200);
/** The delay of audio encoders, in seconds. They add a frame that not every container declares. */
const ENCODER_DELAY_SEC = 0.05;
/** The length from which ffmpeg fills a gap in audio at once. It stretches audio over shorter gaps. */
const FILLED_GAP_SEC = 0.1;
/**
 * Returns how much later than intended video may start, in seconds, if a container does not declare the encoder's delay: two
 * B-frames at 10 fps.
 */
const maxShiftSecOf = (frameSec: number) => Math.max(0.1, 2.1 * frameSec);
/** How much later than the video the audio may end before the last frame is held, in seconds. */
const MAX_OVERHANG_SEC = 0.5;

const execFileAsync = promisify(execFile);
const jobs = useJobHarness();
const captionsFile = () => join(jobs.clips.path, "captions.vtt");
beforeAll(async () => {
  const { fromSec, toSec, text } = TEST_CAPTION;
  await writeFile(captionsFile(), `WEBVTT\n\n00:00:0${fromSec}00 --> 00:00:0${toSec}00\n${text}\n`);
});

interface EncodedFile {
  /** The times of the source's marks, as ffmpeg reads them from the file. */
  written: Awaited<ReturnType<typeof readSource>>;
  plan: EncodePlan;
  indexes: ReadonlyMap<string, SegmentIndex>;
  captions: string[];
}

/** Reads when frames of a file turn white and when the first frame is shown, in seconds as reported by ffmpeg. */
async function readSource(path: string): Promise<{ startSec: number; seen: number[] }> {
  const { stdout } = await execFileAsync(
    "ffprobe",
    [
      "-v",
      "error",
      "-select_streams",
      "v:0",
      "-of",
      "json",

      "-show_entries",
      "format=start_time:frame=best_effort_timestamp_time",
      path,
    ],
    { maxBuffer: 50_000_000 },
  );
  const { format, frames } = JSON.parse(stdout) as {
    format: { start_time: string };
    frames: { best_effort_timestamp_time: string }[];
  };
  const shownSec = frames.map((each) => Number(each.best_effort_timestamp_time) - Number(format.start_time));
  const brightness = await readBrightness(path, ["-fps_mode", "passthrough"]);
  const rises = findRises(brightness, 1, middleOf(brightness), 1);
  return { startSec: shownSec[0] ?? 0, seen: rises.map((n) => shownSec[n] ?? 0) };
}

const middleOf = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;

async function makeMediaFile(media: DrawnMedia, name: string): Promise<EncodedFile> {
  const path = await jobs.clips.make(fileNameOf(media, name), mediaArgs(media, captionsFile()));
  const written = await readSource(path);
  const source = await jobs.harness.addSource(path, name);
  const opened = openedOf(await jobs.harness.open(source));
  const indexes = await jobs.harness.finish(source, opened);
  const { plan } = opened;
  const verified = await jobs.harness.run("verify-source", {
    ...videoIdentity,
    source,
    plan,
    job: "verify-source",
  });
  expect(verified).toMatchObject({ type: "verified" });
  const found = await jobs.harness.run("extract-captions", {
    ...videoIdentity,
    source,
    job: "extract-captions",
  });
  if (found.type !== "captions") throw new Error(JSON.stringify(found));
  const captions = await Promise.all(
    found.subtitles.map(async ({ object }) => Buffer.from(await jobs.harness.store.read(object)).toString()),
  );
  return { written, plan, indexes, captions };
}

/** Finds where values become high after they have been low for `restSec`. */
function findRises(values: ArrayLike<number>, perSec: number, threshold: number, restSec: number): number[] {
  const rises: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (let n = 0; n < values.length; n++) {
    if ((values[n] ?? 0) < threshold) continue;
    if (n - last > restSec * perSec) rises.push(n / perSec);
    last = n;
  }
  return rises;
}

function expectedLengthSec(media: DrawnMedia): number {
  const { pictureSec, soundSec } = endsOf(media);
  return soundSec > pictureSec + MAX_OVERHANG_SEC ? soundSec : pictureSec;
}

async function checkPicture(media: DrawnMedia, plan: EncodePlan, index: SegmentIndex) {
  const path = await writeTrack(jobs.harness, index);
  const brightness = await readBrightness(path);
  const fps = toFps(plan.rungs.find(({ id }) => id === index.trackId)?.fps ?? plan.info.video.fps);
  expect(Math.abs(toFps(plan.info.video.fps) / fpsOf(media) - 1), "rate").toBeLessThan(0.001);
  const isCopied = plan.rungs.some(({ id, mode }) => id === index.trackId && mode === "copy");
  const isHeld = expectedLengthSec(media) > endsOf(media).pictureSec + 0.001;
  // A single long sample holds the last frame of a passthrough, so the number of frames does not increase.
  const frames = (isCopied && isHeld ? endsOf(media).pictureSec : expectedLengthSec(media)) * fps;
  const slack = 2 + (isHeld ? ENCODER_DELAY_SEC * 2 * fps : 0);
  expect(
    Math.abs(brightness.length - frames),
    `${brightness.length} frames of ${frames}`,
  ).toBeLessThanOrEqual(slack);
  const lengthSec = publishedEndSec(index);
  expect(Math.abs(lengthSec - expectedLengthSec(media)), `${lengthSec} s`).toBeLessThan(
    2 / fps + 2 * ENCODER_DELAY_SEC,
  );
  const bars = await readBarColours(path, BAR_COLOURS.length);
  const worst = Math.max(
    ...BAR_COLOURS.flatMap((rgb, n) => rgb.map((each, at) => Math.abs(each - (bars[n]?.[at] ?? 0)))),
  );
  expect(worst, `colours: ${bars.join(" ")}`).toBeLessThanOrEqual(10);
  return findRises(brightness, fps, middleOf(brightness), 0.1);
}

async function checkSound(media: DrawnMedia, plan: EncodePlan, index: SegmentIndex) {
  const planned = plan.audio.find(({ id }) => id === index.trackId);
  const rate = planned?.sampleRateHz ?? 48_000;
  // When converting mono to stereo, ffmpeg reduces the level by 3 dB.
  const read = await readSamples(await writeTrack(jobs.harness, index), planned?.channels);
  const [left, right = left] = read;
  if (!left || !right) throw new Error("A track without samples");
  const expectedRight = { 1: 1, 2: 0.5, 6: 0 }[media.channels] * media.peak;
  expect(Math.abs(findPeak(left) / media.peak - 1), `left: ${findPeak(left)}`).toBeLessThan(0.2);
  expect(Math.abs(findPeak(right) - expectedRight), `right: ${findPeak(right)}`).toBeLessThan(
    0.2 * media.peak,
  );
  const fromSec = index.segments[0]?.startSec ?? 0;
  return findRises(left.map(Math.abs), rate, media.peak / 2, 0.1).map((sec) => sec + fromSec);
}

describe(`sources of seed ${MEDIA_SEED}`, () => {
  const drawn = drawMedia(MEDIA_SEED, DRAW_COUNT).map((media, n) => ({
    media,
    name: `draw-${n}`,
    title: nameOf(media),
  }));

  it.each(drawn)("$name: $title", async ({ media, name }) => {
    const { written, plan, indexes, captions } = await makeMediaFile(media, name);
    const frameSec = 1 / fpsOf(media);
    const marks = marksOf(media).map(({ fromSec }) => fromSec);
    const sound = indexes.get("a0");
    expect(sound !== undefined).toBe(media.audioCodec !== undefined);
    const heard = sound ? await checkSound(media, plan, sound) : marks;
    for (const { id } of plan.rungs) {
      const seen = await checkPicture(media, plan, indexes.get(id) as SegmentIndex);
      expect([seen.length, heard.length], `seen ${seen}, heard ${heard}`).toEqual([
        marks.length,
        marks.length,
      ]);
      for (const [n, markSec] of marks.entries()) {
        const [seenSec = 0, audioFromSec = 0] = [seen[n], heard[n]];
        const delaySec = isLossySound(media) ? ENCODER_DELAY_SEC : 0.01;
        const sourceSec = written.seen[n] ?? Number.NaN;
        expect(Math.abs(sourceSec - markSec), "a file that is not as drawn").toBeLessThan(
          maxShiftSecOf(frameSec),
        );
        // Video that starts less than a frame late is moved to the start.
        const movedSec = written.startSec < frameSec ? written.startSec : 0;
        const isSeen = `${id}: mark ${n}, shown at ${sourceSec} s by the source, is seen at ${seenSec} s`;
        expect(seenSec, isSeen).toBeGreaterThan(sourceSec - movedSec - 0.55 * frameSec - 0.002);
        expect(seenSec, isSeen).toBeLessThan(sourceSec + 0.55 * frameSec + 0.002);
        // Without an edit list, ffmpeg moves the whole file so that no frame is decoded before 0.
        const soundMarkSec = media.container === "mp4 in fragments" ? sourceSec : markSec;
        const gapSec = soundMarkSec - markSec;
        // The gap that this leaves in the audio is filled gradually if it is short, so that audio does not click.
        expect(
          Math.abs(audioFromSec - soundMarkSec),
          `mark ${n} of ${soundMarkSec} s is heard at ${audioFromSec} s`,
        ).toBeLessThan(gapSec < FILLED_GAP_SEC ? Math.max(delaySec, gapSec) : delaySec);
      }
    }
    const cues = captions.flatMap((text) => readCaptionsFile(text).cues);
    expect(cues.map(({ text }) => text)).toEqual(media.captions ? [TEST_CAPTION.text] : []);
    for (const { startMs, endMs } of cues) {
      expect(Math.abs(startMs / 1_000 - TEST_CAPTION.fromSec)).toBeLessThan(ENCODER_DELAY_SEC);
      expect(Math.abs(endMs / 1_000 - TEST_CAPTION.toSec)).toBeLessThan(ENCODER_DELAY_SEC);
    }
  });
});
