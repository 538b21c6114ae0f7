import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SegmentIndex } from "@shoal/contract/stored-data";
import type { JobHarness } from "./job-harness.ts";

const execFileAsync = promisify(execFile);
const FLOAT_BYTES = 4;
let writtenCount = 0;

/** Writes a finished track as a file that any player can read. @returns its path. */
export async function writeTrack(
  harness: JobHarness,
  { trackId, init, segments }: SegmentIndex,
): Promise<string> {
  const parts = [await harness.store.read(init.object, init)];
  for (const segment of segments) parts.push(await harness.store.read(segment.object, segment));
  const path = join(harness.folder, `decoded-${writtenCount++}-${trackId}.mp4`);
  await writeFile(path, Buffer.concat(parts));
  return path;
}

async function decodeRaw(path: string, args: readonly string[]): Promise<Buffer> {
  const { stdout } = await execFileAsync("ffmpeg", ["-v", "error", "-i", path, ...args, "-"], {
    encoding: "buffer",
    maxBuffer: 500_000_000,
  });
  return stdout;
}

/** Returns the mean brightness of every frame, from 0 to 255, in order. @param args output options for ffmpeg. */
export async function readBrightness(path: string, args: readonly string[] = []): Promise<number[]> {
  return [...(await decodeRaw(path, [...args, "-vf", "scale=1:1:flags=area,format=gray", "-f", "rawvideo"]))];
}

/** Returns all audio samples from -1 to 1, by channel. */
export async function readSamples(path: string, channels = 2): Promise<Float32Array[]> {
  const raw = await decodeRaw(path, ["-f", "f32le", "-ac", `${channels}`]);
  const all = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
  const count = raw.length / FLOAT_BYTES / channels;
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: count }, (_none, n) => all[n * channels + channel] ?? 0),
  );
}

/** Returns the largest absolute value of samples. */
export const findPeak = (samples: Float32Array) =>
  samples.reduce((peak, each) => Math.max(peak, Math.abs(each)), 0);

export type RgbColour = readonly [number, number, number];

/** Returns the colours of the first frame as browsers show them, in the middle of each of `count` adjacent bars. */
export async function readBarColours(path: string, count: number): Promise<RgbColour[]> {
  const { stdout } = await execFileAsync("ffprobe", ["-v", "error", "-show_streams", "-of", "json", path]);
  const [stream] = (JSON.parse(stdout) as { streams: { color_space?: string; height: number }[] }).streams;
  const guessed = (stream?.height ?? 0) >= 720 ? "bt709" : "bt601";
  const matrix = stream?.color_space === undefined ? guessed : stream.color_space;
  const size = `scale=${count * 8}:8:in_color_matrix=${matrix}:flags=area+accurate_rnd+full_chroma_int`;
  const raw = await decodeRaw(path, ["-frames:v", "1", "-vf", `${size},format=rgb24`, "-f", "rawvideo"]);
  const row = 4 * count * 8;
  return Array.from({ length: count }, (_, bar) => {
    const at = (row + bar * 8 + 4) * 3;
    return [raw[at] ?? 0, raw[at + 1] ?? 0, raw[at + 2] ?? 0] as const;
  });
}
