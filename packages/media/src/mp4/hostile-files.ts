import { readFile } from "node:fs/promises";
import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import { infoOf } from "../plan/fixtures.ts";
import { planEncode } from "../plan/plan-encode.ts";
import { findFault } from "../probe/media-fault.ts";
import { readFragment } from "./read-fragment.ts";
import { readSampleDefaults } from "./read-fragment-table.ts";
import { getMoovPosition, readMoov } from "./read-index.ts";
import type { Mp4Track } from "./read-tracks.ts";

/** Writes a file with ffmpeg and returns its path. */
export interface ClipMaker {
  make(name: string, args: readonly string[]): Promise<string>;
}

/** Makes MP4 and MOV files as programs write them: with AAC, with uncompressed audio, fragmented. */
export async function makeFiles(clips: ClipMaker): Promise<Buffer[]> {
  const picture = [
    "-f",
    "lavfi",
    "-i",
    "testsrc2=size=320x180:rate=25:duration=2",
    "-f",
    "lavfi",
    "-i",
    "sine=duration=2",

    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-g",
    "25",
    "-pix_fmt",
    "yuv420p",
  ];
  const paths = [
    clips.make("a.mp4", [...picture, "-c:a", "aac", "-movflags", "+faststart"]),
    clips.make("b.mov", [...picture, "-bf", "2", "-c:a", "pcm_s16le"]),
    clips.make("c.mp4", [
      ...picture,
      "-c:a",
      "aac",
      "-movflags",
      "+frag_keyframe+empty_moov+default_base_moof",
    ]),
  ];
  return Promise.all((await Promise.all(paths)).map((path) => readFile(path)));
}

/** The cost of reading a file and planning its encoding. */
export interface ReadingCost {
  cpuMs: number;
  /** The bytes of memory that the file's tables use once they are read. */
  tableBytes: number;
}

/** Reads a file as a worker does. @throws any error except those that report an error in the file */
export async function readHostile(file: Buffer): Promise<ReadingCost> {
  const began = process.cpuUsage();
  let tracks: Mp4Track[] = [];
  for (const work of [async () => (tracks = await readAndPlan(file)), async () => readAsSegment(file)])
    await work().catch((error: unknown) => {
      if (!findFault(error)) throw error;
    });
  const { user, system } = process.cpuUsage(began);
  const tableBytes = tracks.reduce((sum, { samples }) => sum + samples.count * 33, 0);
  return { cpuMs: (user + system) / 1_000, tableBytes };
}

async function readAndPlan(file: Buffer): Promise<Mp4Track[]> {
  const read = async (offset: number, length: number) => file.subarray(offset, offset + length);
  const source = { sizeBytes: file.length, availableBytes: file.length, read };
  const { offset, size } = await getMoovPosition(source);
  const tracks = readMoov(file.subarray(offset, offset + size), file.length);
  const video = tracks.find(({ kind }) => kind === "video");
  const sounds = tracks.filter(({ kind }) => kind === "audio");
  const info = infoOf({
    durationSec: 2,
    sizeBytes: file.length,
    video: { streamIndex: video?.streamIndex ?? 0, width: 320, height: 180 },
    audio: sounds.map(({ streamIndex }) => ({
      streamIndex,
      codec: "aac",
      channels: 1,
      sampleRateHz: 48_000,
      language: "und",
      title: "",
    })),
  });
  const wishes = { qualities: OPTIMIZED_QUALITIES, encoding: "encoding", firstPass: true } as const;
  await planEncode({ info, tracks }, wishes, source);
  return tracks;
}

function readAsSegment(file: Buffer): void {
  readFragment(file, readSampleDefaults(file));
}
