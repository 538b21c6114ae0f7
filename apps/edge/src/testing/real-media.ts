import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PlaybackDescriptor, PlaybackTrack } from "@shoal/contract/edge";
import { descriptorOf, type EdgeHarness } from "./edge-harness.ts";

export const execFileAsync = promisify(execFile);
const videoSourceArgs = (durationSec: number) => [
  "-f",
  "lavfi",
  "-i",
  `testsrc2=s=640x360:r=25:d=${durationSec}`,
  "-c:v",
  "libx264",
  "-preset",
  "ultrafast",
  "-g",
  "50",
  "-bf",
  "0",
  "-sc_threshold",
  "0",
];
const audioSourceArgs = (durationSec: number) => [
  "-f",
  "lavfi",
  "-i",
  `sine=d=${durationSec}`,

  "-c:a",
  "aac",
];

/** Publishes video and audio that ffmpeg generates: 12 s, or 300 frames, by default. */
export async function publishRealMedia(
  harness: EdgeHarness,
  changes: Partial<PlaybackDescriptor> = {},
): Promise<PlaybackDescriptor> {
  const base = descriptorOf({ durationSec: 12, ...changes });
  const durationSec = base.durationSec ?? 12;
  const [picture, sound] = [videoSourceArgs(durationSec), audioSourceArgs(durationSec)];
  const video = await publishTrack(harness, base, { id: "v0", codecs: "avc1.64001e", source: picture });
  const audio = await publishTrack(harness, base, { id: "a0", codecs: "mp4a.40.2", source: sound });
  const descriptor = { ...base, tracks: [{ ...video, width: 640, height: 360, fps: 25 }, audio] };
  harness.api.set(descriptor);
  return descriptor;
}

async function publishTrack(
  { store }: EdgeHarness,
  { uuid, generation }: PlaybackDescriptor,
  { id, codecs, source }: { id: string; codecs: string; source: string[] },
): Promise<PlaybackTrack> {
  const { files, durationsSec } = await makeSegments(source);
  const object = `videos/${uuid}/${generation}/${id}/piece-0.mp4`;
  await store.put(object, Buffer.concat(files));
  let offset = 0;
  const [init, ...ranges] = files.map((bytes) => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    offset += bytes.length;
    return { object, offset: offset - bytes.length, length: bytes.length, sha256 };
  });
  let endSec = 0;
  const segments = ranges.map((range, number) => {
    const durationSec = durationsSec[number] ?? 0;
    endSec += durationSec;
    return { ...range, number, startSec: endSec - durationSec, durationSec };
  });
  const indexObject = `videos/${uuid}/${generation}/${id}/index-1.json`;
  const index = { trackId: id, version: 1, codecs, init, isEnded: true, segments };
  await store.put(indexObject, Buffer.from(JSON.stringify(index)));
  return {
    id,
    kind: id.startsWith("v") ? "video" : "audio",
    codecs,
    width: null,
    height: null,
    fps: null,
    language: null,
    name: null,
    bandwidthBps: 1_000_000,
    averageBandwidthBps: 900_000,
    indexObject,
    indexVersion: 1,
  };
}

async function makeSegments(source: string[]): Promise<{ files: Buffer[]; durationsSec: number[] }> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-cmaf-"));
  const hls = ["-f", "hls", "-hls_time", "4", "-hls_segment_type", "fmp4", "-hls_playlist_type", "vod"];
  const names = ["-hls_segment_filename", join(folder, "%d.m4s"), join(folder, "index.m3u8")];
  try {
    await execFileAsync("ffmpeg", ["-v", "error", ...source, ...hls, ...names]);
    const playlist = await readFile(join(folder, "index.m3u8"), "utf8");
    const durationsSec = [...playlist.matchAll(/EXTINF:([\d.]+)/g)].map((match) => Number(match[1]));
    const paths = ["init.mp4", ...durationsSec.map((_, number) => `${number}.m4s`)];
    return { files: await Promise.all(paths.map((name) => readFile(join(folder, name)))), durationsSec };
  } finally {
    await rm(folder, { recursive: true });
  }
}
