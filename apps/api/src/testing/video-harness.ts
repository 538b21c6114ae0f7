import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  INTERNAL_SECRET_HEADER,
  internalRoutes,
  PlaybackDescriptor,
  type PlaybackTrack,
} from "@shoal/contract/edge";
import { type JobName, type JobProgress, JobProgressAnswer, type JobResult } from "@shoal/contract/jobs";
import type { EncodePlan } from "@shoal/contract/stored-data";
import type { Updateable } from "kysely";
import { sql } from "kysely";
import type { Video } from "../platform/schema.ts";
import type { TestApi, TestUser } from "../test-api.ts";
import { queueResult } from "./queued-jobs.ts";

const VIDEO_TRACK: PlaybackTrack = {
  id: "v720",
  kind: "video",
  codecs: "avc1.64001f",
  width: 1280,
  height: 720,
  fps: 25,
  language: null,
  name: null,
  bandwidthBps: 2_000_000,
  averageBandwidthBps: 1_500_000,
  indexObject: "index",
  indexVersion: 1,
};

/** Adds a video of a user whose upload is complete: encoded and playable unless the columns say otherwise. */
export async function addVideo(
  api: Pick<TestApi, "database">,
  user: Pick<TestUser, "clientUuid" | "userUuid">,
  columns: Updateable<Video> = {},
): Promise<string> {
  const { db } = api.database;
  const { uuid } = await db
    .insertInto("videos")
    .values({
      client_uuid: user.clientUuid,
      user_uuid: user.userUuid,
      title: "A video",
      status: "encoded",
      input_qualities: JSON.stringify("shoalOptimization"),
      size_bytes: 1_000,
      chunk_count: 1,
      contiguous_chunks: 1,
      duration_sec: 100,
      ...(columns as object),
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("encodings")
    .values({
      video_uuid: uuid,
      generation: 1,
      plan: JSON.stringify({ segmentStartsSec: [0, 4], audio: [] as object[] } as EncodePlan),
      tracks: JSON.stringify([VIDEO_TRACK]),
      thumbnail_object: `videos/${uuid}/1/thumbnail.webp`,
      is_ended: true,
    })
    .execute();
  return uuid;
}

const mediaOf = (api: TestApi, uuid: string) =>
  ["videos", "uploads"].map((kind) => join(api.folder, "media", kind, uuid));

/** Puts a source and a rendition into the media store. */
export async function addMedia(api: TestApi, uuid: string): Promise<void> {
  for (const folder of mediaOf(api, uuid)) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "bytes"), "media");
  }
}

/** Returns whether all, some or none of a video's source and renditions are stored. */
export async function hasMedia(api: TestApi, uuid: string): Promise<"all" | "some" | "none"> {
  const found = await Promise.all(
    mediaOf(api, uuid).map((folder) =>
      stat(join(folder, "bytes")).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (found.every(Boolean)) return "all";
  return found.some(Boolean) ? "some" : "none";
}

/** Queues a job of a video as if its encoding were running. */
export async function addJob(api: TestApi, name: JobName, videoUuid: string): Promise<void> {
  await sql`INSERT INTO queue.job (name, data, policy, priority, singleton_key)
    VALUES (${name}, ${JSON.stringify({ videoUuid, generation: 1 })}::jsonb, 'exclusive', 100, ${videoUuid})`.execute(
    api.database.db,
  );
}

/** Reports a result as a worker does. */
export const reportResult = (api: TestApi, result: JobResult): Promise<void> =>
  queueResult(api.database.db, result);

/** Reports progress like a worker. @returns whether the job should continue. */
export async function reportProgress(api: TestApi, progress: JobProgress): Promise<boolean> {
  const { method, path } = internalRoutes.reportProgress;
  const headers = {
    "content-type": "application/json",
    [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "",
  };
  const response = await fetch(api.internalUrl + path, { method, headers, body: JSON.stringify(progress) });
  return JobProgressAnswer.parse(await response.json()).isWanted;
}

/** Lists the jobs of a video that no worker has started. */
export async function listJobs(api: TestApi, videoUuid: string) {
  const { rows } = await sql<{ name: JobName; priority: number; generation: number }>`
    SELECT name, priority, (data->>'generation')::int AS generation FROM queue.job
    WHERE state < 'active' AND data->>'videoUuid' = ${videoUuid} ORDER BY priority DESC`.execute(
    api.database.db,
  );
  return rows;
}

/** Returns what the edge receives about a video; undefined if there is no such video. */
export async function findDescriptor(api: TestApi, uuid: string): Promise<PlaybackDescriptor | undefined> {
  const headers = { [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "" };
  const response = await fetch(`${api.internalUrl}/internal/descriptors/${uuid}`, { headers });
  return response.status === 404 ? undefined : PlaybackDescriptor.parse(await response.json());
}
