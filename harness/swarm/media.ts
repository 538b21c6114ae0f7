import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { descriptorOf, type EdgeHarness } from "../../apps/edge/src/testing/edge-harness.ts";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

const execFileAsync = promisify(execFile);
const SEGMENT_SEC = 2;
const FRAMES_PER_SEC = 15;
const BITRATE_KBPS = 667;
/** The source of the video. It is small, so eight pages can decode it, and contains noise for a realistic bitrate. */
const SOURCE_FILTER = `testsrc2=s=320x180:r=${FRAMES_PER_SEC},noise=alls=24:allf=t`;
const CODEC_STRING = "avc1.42c00d";

/** Encodes a video of this length in segments of 2 s at about 667 kbit/s. The video is encoded once per machine. */
async function encodeVideo(durationSec: number): Promise<string> {
  const folder = join(REPOSITORY_ROOT, "bench/out", `swarm-media-${durationSec}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}-${process.pid}`;
  await mkdir(draft, { recursive: true });
  await execFileAsync("ffmpeg", [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    SOURCE_FILTER,
    "-t",
    String(durationSec),
    "-pix_fmt",
    "yuv420p",

    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-profile:v",
    "baseline",
    "-level",
    "1.3",

    "-g",
    String(FRAMES_PER_SEC * SEGMENT_SEC),
    "-sc_threshold",
    "0",

    "-b:v",
    `${BITRATE_KBPS}k`,
    "-maxrate",
    `${BITRATE_KBPS}k`,
    "-bufsize",
    `${BITRATE_KBPS * SEGMENT_SEC}k`,

    "-f",
    "hls",
    "-hls_time",
    String(SEGMENT_SEC),
    "-hls_playlist_type",
    "vod",

    "-hls_segment_type",
    "fmp4",
    "-hls_segment_filename",
    join(draft, "%d.m4s"),
    join(draft, "index.m3u8"),
  ]);
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return folder;
}

/** Publishes a video of this length on an edge. */
export async function publishVideo(harness: EdgeHarness, durationSec: number): Promise<PlaybackDescriptor> {
  const folder = await encodeVideo(durationSec);
  const count = Math.floor(durationSec / SEGMENT_SEC);
  const names = ["init.mp4", ...Array.from({ length: count }, (_, number) => `${number}.m4s`)];
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const video = descriptorOf({ durationSec, chapters: [] });
  const place = `videos/${video.uuid}/1/v0`;
  let offset = 0;
  const [init, ...ranges] = files.map((bytes) => {
    const range = { object: `${place}/piece-0.mp4`, offset, length: bytes.length, sha256: sha256Of(bytes) };
    offset += bytes.length;
    return range;
  });
  const segments = ranges.map((range, number) => ({
    ...range,
    number,

    startSec: number * SEGMENT_SEC,
    durationSec: SEGMENT_SEC,
  }));
  const index = {
    trackId: "v0",
    version: 1,
    codecs: CODEC_STRING,
    targetDurationSec: SEGMENT_SEC,

    init,
    isEnded: true,
    segments,
  };
  const indexObject = `${place}/index-1.json`;
  await harness.store.put(`${place}/piece-0.mp4`, Buffer.concat(files));
  await harness.store.put(indexObject, Buffer.from(JSON.stringify(index)));
  const averageBandwidthBps = Math.round((offset * 8) / durationSec);
  const track = {
    id: "v0",
    kind: "video" as const,
    codecs: CODEC_STRING,
    width: 320,
    height: 180,
    fps: FRAMES_PER_SEC,

    language: null,
    name: null,
    bandwidthBps: averageBandwidthBps,
    averageBandwidthBps,

    indexObject,
    indexVersion: 1,
  };
  const published = { ...video, tracks: [track] };
  harness.api.set(published);
  return published;
}

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
