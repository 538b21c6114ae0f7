import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JournalSegment, LiveJournalPage } from "@shoal/contract/ingest";
import type { ListedTrack } from "@shoal/contract/stored-data";
import { expect, it } from "vitest";
import { useEncoders } from "../testing/encoded-harness.ts";
import { planArchive } from "./plan-archive.ts";
import { withStillPicture } from "./still-picture.ts";

const RECORDING_FOLDER = "lives/1/1/run/";
const AUDIO_TRACK: ListedTrack = {
  id: "a0",
  kind: "audio",
  codecs: "mp4a.40.2",
  language: null,
  name: null,
  width: null,
  height: null,
  fps: null,
  bandwidthBps: 128_000,
  averageBandwidthBps: 128_000,
};
const createRange = (object: string) => ({ object, offset: 0, length: 100, sha256: "0" });
const createSegment = (number: number, mediaTimeSec: number, isFirstOfPeriod: boolean): JournalSegment => ({
  number,
  programDateTimeMs: 1_000_000,
  isFirstOfPeriod,
  inits: { a0: createRange("a0/init") },
  media: { a0: { ...createRange(`a0/${number}`), mediaTimeSec, durationSec: 1.984 } },
});
const JOURNAL_PAGES: LiveJournalPage[] = [
  { tracks: [AUDIO_TRACK], segments: [createSegment(0, 0, true), createSegment(1, 1.984, false)] },
  { tracks: [AUDIO_TRACK], segments: [createSegment(2, 0.5, true)] },
];

const encoders = useEncoders();

it("an audio-only recording gets a decodable still picture that is cut at the audio's segments", async () => {
  const still = withStillPicture(JOURNAL_PAGES, RECORDING_FOLDER);
  const planned = planArchive(still?.pages ?? []);
  const [video] = planned?.video ?? [];
  expect(video?.segments.map(({ startSec, durationSec }) => [startSec, durationSec])).toEqual([
    [0, 1.984],
    [1.984, 1.984],
    [3.968, 1.984],
  ]);
  expect(planned?.audio[0]?.segments.map(({ startSec }) => startSec)).toEqual([0, 1.984, 3.968]);
  const bytes = Buffer.from(still?.object.bytes ?? []);
  for (const { object, offset, length, sha256 } of [video?.init, ...(video?.segments ?? [])].flatMap(
    (each) => each ?? [],
  )) {
    expect(object).toBe(still?.object.name);
    const piece = bytes.subarray(offset, offset + length);
    expect(createHash("sha256").update(piece).digest("hex")).toBe(sha256);
  }
  const path = join(encoders.folder, "still.mp4");
  // Times start over after a seam, which only players of playlists can handle. The file therefore ends at the first seam.
  await writeFile(path, bytes.subarray(0, video?.segments[2]?.offset));
  const { stdout } = await promisify(execFile)("ffprobe", [
    "-v",
    "warning",
    "-count_frames",
    "-of",
    "csv=p=0",

    "-show_entries",
    "stream=codec_name,width,height,nb_read_frames",
    path,
  ]);
  expect(stdout.trim()).toBe("h264,640,360,4");
});

it("withStillPicture returns undefined for a recording with video and for an empty one", () => {
  const picture: ListedTrack = { ...AUDIO_TRACK, id: "v0", kind: "video" };
  expect(
    withStillPicture([{ tracks: [picture, AUDIO_TRACK], segments: [] as never }], RECORDING_FOLDER),
  ).toBeUndefined();
  expect(withStillPicture([], RECORDING_FOLDER)).toBeUndefined();
});
