import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import type { VideoView } from "@shoal/contract";
import { PlaySession } from "@shoal/contract/player";
import { eventually, H264, testPicture, testTone } from "@shoal/testkit";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import type { Installation } from "../../apps/start/src/settings.ts";

const execFileAsync = promisify(execFile);

/** Returns ffmpeg's arguments for a clip like that of a camera, with audio. */
export const cameraClipArgs = (options: { size: string; durationSec: number }) => [
  ...testPicture(options),
  ...testTone(options.durationSec),

  ...H264,
  "-c:a",
  "aac",
];

/**
 * Lists every file in a folder and its subfolders by the path relative to the folder. Returns an empty list if the folder does not
 * exist.
 */
export async function listFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * Hashes the encoded pieces of a video in the media folder, by file name. Indexes are omitted, because they change with every
 * publication.
 */
export async function hashPieces(installation: Installation, uuid: string): Promise<Map<string, string>> {
  const folder = join(installation.dataDir, "media", "videos", uuid);
  const names = (await listFilesBelow(folder)).filter((name) => /\/[av]\d+\//.test(`/${name}`));
  const hash = async (name: string) =>
    createHash("sha256")
      .update(await readFile(join(folder, name)))
      .digest("hex");
  return new Map(await Promise.all(names.map(async (name) => [name, await hash(name)] as const)));
}

/**
 * ffmpeg's arguments for a clip whose pieces each keep one slot busy for seconds, even on a fast machine, so checks see the job in
 * progress.
 */
export const LONG_CLIP_ARGS = cameraClipArgs({ size: "1280x720", durationSec: 60 });
/** The environment variables with which a platform encodes one segment at a time. */
export const ONE_SLOT_SETTINGS = { WORKER_SLOTS: "1" };

/** Returns the ids of the jobs for pieces of this video that a worker is encoding. */
export async function listJobsEncodedNow(databaseUrl: string, uuid: string): Promise<string[]> {
  const { pool, close } = openDatabase(databaseUrl, 1);
  try {
    const text = `SELECT id FROM queue.job
      WHERE name = 'encode-piece' AND state = 'active' AND data->>'videoUuid' = $1`;
    return (await pool.query<{ id: string }>(text, [uuid])).rows.map(({ id }) => id);
  } finally {
    await close();
  }
}

/** Waits until a worker is encoding a piece of this video. @returns the ids of such jobs. */
export const awaitEncoding = (databaseUrl: string, uuid: string): Promise<string[]> =>
  eventually(
    async () => {
      const ids = await listJobsEncodedNow(databaseUrl, uuid);
      return ids.length > 0 && ids;
    },
    { what: "a piece that is being encoded" },
  );

/** Lists a worker's files on disk for these jobs. */
export async function listWorkFiles({ dataDir }: Installation, ids: readonly string[]): Promise<string[]> {
  const names = await listFilesBelow(join(dataDir, "work"));
  return names.filter((name) => ids.some((id) => name.includes(id)));
}

/** Lists the contents of the work folder, and files whose writing was not completed. */
export async function listUnfinishedFiles({ dataDir }: Installation): Promise<string[]> {
  return [
    // The programs that a worker has compiled may stay in the work folder.
    ...(await listFilesBelow(join(dataDir, "work"))).filter((path) => !/\/programs(\/|$)/.test(path)),
    ...(await listFilesBelow(join(dataDir, "media", ".tmp"))),
  ];
}

/** Returns the errors that ffmpeg reports when it decodes the complete published video with its audio. */
export async function listPlaybackErrors(video: VideoView): Promise<string> {
  const args = ["-v", "error", "-i", String(video.manifest.hls), "-map", "0:v:0", "-map", "0:a:0"];
  // ffmpeg ignores gentler signals while it waits for new segments in a playlist.
  const limit = { timeout: 120_000, killSignal: "SIGKILL" } as const;
  const { stderr } = await execFileAsync("ffmpeg", [...args, "-f", "null", "-"], limit);
  return stderr;
}

/**
 * Starts a play session on the edge.
 * @throws Error with the edge's response if it rejects the call.
 */
export async function startPlay({ edgeUrl }: Installation, uuid: string): Promise<PlaySession> {
  const response = await fetch(`${edgeUrl}/play/${uuid}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  if (!response.ok) throw new Error(`play: ${response.status} ${await response.text()}`);
  return PlaySession.parse(await response.json());
}
