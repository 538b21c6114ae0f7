import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SegmentIndex } from "@shoal/contract/stored-data";
import { publishedEndSec } from "@shoal/media";
import { describe, expect, it } from "vitest";
import { openedOf, videoIdentity } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const execFileAsync = promisify(execFile);
/** When the 33-bit clock of MPEG-TS wraps, in seconds. */
const TIMESTAMP_WRAP_SEC = 2 ** 33 / 90_000;
const CLIP_DURATION_SEC = 10;
/** When the video of each clip turns white and a tone plays for a second, in seconds. Key frames have x264's default distance. */
const EVENT_DURATION_SEC = 6;
const pictureArgs = [
  "-f",
  "lavfi",
  "-i",
  `color=black:s=320x180:r=25:d=${CLIP_DURATION_SEC}`,

  "-f",
  "lavfi",
  "-i",
  `sine=frequency=1000:sample_rate=48000:duration=${CLIP_DURATION_SEC}`,

  "-vf",
  `drawbox=color=white:t=fill:enable='between(t,${EVENT_DURATION_SEC},${EVENT_DURATION_SEC + 0.99})'`,

  "-af",
  `volume=0:enable='lt(t,${EVENT_DURATION_SEC})+gt(t,${EVENT_DURATION_SEC + 1})'`,

  "-c:v",
  "libx264",
  "-preset",
  "ultrafast",
  "-pix_fmt",
  "yuv420p",
  "-sc_threshold",
  "0",
  "-c:a",
  "aac",
];
const QUALITIES = [180, 90].map((height) => ({
  bitrate: 300,
  resolution: { width: (height * 16) / 9, height },
  FPS: 25,
}));
const jobs = useJobHarness();

/**
 * Makes a recording whose clock starts at `offsetSec`, or several concatenated recordings.
 * @returns the path of the file.
 */
async function makeRecording(...offsetsSec: number[]): Promise<string> {
  const parts: Buffer[] = [];
  for (const [n, offsetSec] of offsetsSec.entries())
    parts.push(
      await readFile(
        await jobs.clips.make(`part-${n}.ts`, [...pictureArgs, "-output_ts_offset", `${offsetSec}`]),
      ),
    );
  const path = join(jobs.clips.path, "whole.ts");
  await writeFile(path, Buffer.concat(parts));
  return path;
}

async function downloadTrack(index: SegmentIndex): Promise<string> {
  const parts = [await jobs.harness.store.read(index.init.object, index.init)];
  for (const segment of index.segments) parts.push(await jobs.harness.store.read(segment.object, segment));
  const path = join(jobs.harness.folder, `${index.trackId}.mp4`);
  await writeFile(path, Buffer.concat(parts));
  return path;
}

/** Lists when light or sound starts, from the output of a filter that detects darkness or silence. */
async function listEnds(path: string, filter: string[], word: string): Promise<number[]> {
  const { stderr } = await execFileAsync("ffmpeg", [
    "-hide_banner",
    "-i",
    path,
    ...filter,
    "-f",
    "null",
    "-",
  ]);
  return [...stderr.matchAll(new RegExp(`${word}: ?([\\d.]+)`, "g"))].map(([, sec]) => Number(sec));
}
const listFlashes = (path: string) =>
  listEnds(path, ["-vf", "blackdetect=d=0.5:pix_th=0.5:pic_th=0.9"], "black_end");
const listTones = (path: string) => listEnds(path, ["-af", "silencedetect=n=-30dB:d=0.5"], "silence_end");

const OFFSETS_BY_RECORDING: Record<string, number[]> = {
  "whose clock begins far from 0": [1_000],
  "whose clock wraps": [TIMESTAMP_WRAP_SEC - 5],
  "joined from two of the same times": [0, 0],
  "joined from two, the clock of the second ahead": [0, 1_000],
  "joined from two, the clock of the second behind": [1_000, 0],
};

describe("a broadcast's recording", () => {
  it.each(Object.keys(OFFSETS_BY_RECORDING))(
    "%s is encoded from its first to its last frame",
    async (title) => {
      const offsetsSec = OFFSETS_BY_RECORDING[title] ?? [];
      const wholeSec = offsetsSec.length * CLIP_DURATION_SEC;
      const source = await jobs.harness.addSource(
        await makeRecording(...offsetsSec),
        title.replace(/\W/g, "-"),
      );
      const opened = openedOf(await jobs.harness.open(source, { qualities: QUALITIES }));
      const indexes = await jobs.harness.finish(source, opened);
      const { plan } = opened;
      expect(
        await jobs.harness.run("verify-source", { ...videoIdentity, source, plan, job: "verify-source" }),
      ).toMatchObject({ type: "verified" });

      const events = offsetsSec.map((_, n) => n * CLIP_DURATION_SEC + EVENT_DURATION_SEC);
      for (const { id } of plan.rungs) {
        const index = indexes.get(id) as SegmentIndex;
        expect(index.segments[0]?.startSec).toBe(0);
        expect(Math.abs(publishedEndSec(index) - wholeSec)).toBeLessThan(0.1);
        expectNear((await listFlashes(await downloadTrack(index))).slice(0, events.length), events);
      }
      const sound = indexes.get("a0") as SegmentIndex;
      expectNear(
        await listTones(await downloadTrack(sound)).then((all) => all.slice(0, events.length)),
        events,
      );
    },
  );

  it("gives the same result when its continuous copy is lost and made again", async () => {
    const source = await jobs.harness.addSource(await makeRecording(1_000), "twice");
    const { plan } = openedOf(await jobs.harness.open(source));
    const payload = { ...videoIdentity, source, plan };
    const first = await jobs.harness.run("encode-audio", payload);
    await jobs.harness.store.remove(`videos/${videoIdentity.videoUuid}/${videoIdentity.generation}/source/`);
    expect(await jobs.harness.run("encode-audio", payload)).toEqual(first);
  });
});

function expectNear(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  for (const [n, sec] of expected.entries()) expect(Math.abs((found[n] ?? 0) - sec)).toBeLessThan(0.1);
}
