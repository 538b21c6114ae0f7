import type { Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import { createVideosRepository, type VideoRow } from "../videos/index.ts";
import { createSceneListsRepository } from "./scene-lists.repository.ts";

type RemovalQueue = Pick<JobQueue, "sendPurge" | "dropQueued">;

/** Removes media of a locked list that are used neither by its scenes nor by viewers. */
export async function dropUnused(
  tx: Tx,
  queue: RemovalQueue,
  { uuid, client_uuid }: Pick<VideoRow, "uuid" | "client_uuid">,
): Promise<void> {
  const lists = createSceneListsRepository(tx);
  const [list, media] = [
    await lists.findSceneList(client_uuid, uuid),
    await lists.listMedia(client_uuid, uuid),
  ];
  const used = new Set([...(list?.wanted ?? []), ...(list?.published ?? [])]);
  await removeMedia(
    tx,
    queue,
    client_uuid,
    media.map(({ video_uuid }) => video_uuid).filter((each) => !used.has(each)),
  );
}

/** Deletes rows with their media. Media of other videos are deleted once no other row refers to them. */
export async function removeMedia(
  tx: Tx,
  queue: RemovalQueue,
  clientUuid: string,
  uuids: string[],
): Promise<void> {
  if (uuids.length === 0) return;
  await queue.dropQueued(tx, ...uuids);
  await queue.sendPurge(tx, { prefixes: uuids.map((uuid) => `videos/${uuid}/`) });
  await createVideosRepository(tx).deleteVideos(clientUuid, uuids);
}
