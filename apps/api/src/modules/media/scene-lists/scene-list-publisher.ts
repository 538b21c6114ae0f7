import type { MediaStore } from "@shoal/store";
import type { Database, Tx } from "../../../platform/database.ts";
import { createPublicationLimit } from "../../../platform/publications.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { createEncodingsRepository } from "../encoding/index.ts";
import { createVideosRepository } from "../videos/index.ts";
import { dropUnused } from "./drop-unused.ts";
import {
  chaptersOf,
  type ReadyScene,
  readyScenes,
  totalSecOf,
  writePictures,
  writeTracks,
} from "./join-scenes.ts";
import { isSameOrder } from "./scene-lists.present.ts";
import {
  createSceneListsRepository,
  findListOfMedia,
  listUnpublished,
  type SceneListRow,
} from "./scene-lists.repository.ts";

export interface SceneListPublisherDeps {
  db: Database;
  store: Pick<MediaStore, "put" | "read">;
  queue: Pick<JobQueue, "sendPurge" | "dropQueued">;
  realtime: Pick<Realtime, "emit">;
  onError: (error: unknown) => void;
}

export interface ListKey {
  clientUuid: string;
  uuid: string;
}

export interface SceneListPublisher {
  /** Publishes the list once all its scenes are ready; until then viewers keep seeing the previous version. */
  publishSoon(list: ListKey): void;
  /** Publishes the list that uses these media, after they have changed. */
  onScene(mediaUuid: string): void;
  /** Publishes lists again that this process failed to publish. */
  publishFailed(): void;
  /** Publishes lists that a replica left unpublished when it stopped. */
  publishOwed(): Promise<void>;
  /** Resolves when nothing is left to publish. */
  settle(): Promise<void>;
}

/** Publishes lists by joining their scenes. Work interrupted by a crash restarts with the process. */
export function createSceneListPublisher(deps: SceneListPublisherDeps): SceneListPublisher {
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const inTurn = createPublicationLimit();
  const failed = new Map<string, ListKey>();
  const finding = new Set<Promise<void>>();

  async function run(list: ListKey, notifies: boolean): Promise<void> {
    let alwaysNotifies = notifies;
    do {
      if (again.delete(list.uuid)) alwaysNotifies = true;
      await inTurn(() => publishList(deps, list, alwaysNotifies)).catch((error: unknown) => {
        failed.set(list.uuid, list);
        deps.onError(error);
      });
    } while (again.has(list.uuid));
    running.delete(list.uuid);
  }
  function publishSoon(list: ListKey): void {
    if (running.has(list.uuid)) again.add(list.uuid);
    else running.set(list.uuid, run(list, true));
  }

  return {
    publishSoon,
    publishFailed() {
      const lists = [...failed.values()];
      failed.clear();
      lists.forEach(publishSoon);
    },
    async publishOwed() {
      // Most unpublished lists still wait for a scene, so browsers are not notified.
      for (const list of await listUnpublished(deps.db))
        if (!running.has(list.uuid)) running.set(list.uuid, run(list, false));
    },
    onScene(mediaUuid) {
      const found = findListOfMedia(deps.db, mediaUuid).then(
        (list) => list && publishSoon(list),
        deps.onError,
      );
      const work = found.then(() => void finding.delete(work));
      finding.add(work);
    },
    settle: async () => {
      while (finding.size + running.size > 0) await Promise.all([...finding, ...running.values()]);
    },
  };
}

/** @param notifies whether browsers are notified even if the list cannot be published yet: a scene may have become ready. */
async function publishList(
  deps: SceneListPublisherDeps,
  { clientUuid, uuid }: ListKey,
  notifies: boolean,
): Promise<void> {
  const lists = createSceneListsRepository(deps.db);
  const list = await lists.findSceneList(clientUuid, uuid);
  if (!list) return;
  const scenes = readyScenes(await lists.listScenes(clientUuid, uuid));
  if (scenes) {
    const isPublished = isSameOrder(list.published, list.wanted);
    await (isPublished ? refreshPictures(deps, list, scenes) : publishNextGeneration(deps, list, scenes));
  }
  if (notifies || scenes) deps.realtime.emit(clientUuid, "sceneList.changed", { uuid });
}

/** Writes the next generation, then publishes it, unless the list was changed in the meantime. */
async function publishNextGeneration(
  { db, store, queue }: SceneListPublisherDeps,
  seen: SceneListRow,
  scenes: ReadyScene[],
): Promise<void> {
  const { uuid, client_uuid: clientUuid, list_revision: version } = seen;
  const generation = seen.generation + 1;
  const folder = `videos/${uuid}/${generation}`;
  const written = await writeTracks(scenes, { store, folder, version });
  const pictures = await writePictures(scenes, { store, folder });
  await db.transaction().execute(async (tx) => {
    const lists = createSceneListsRepository(tx);
    const list = await lists.lockSceneList(clientUuid, uuid);
    // The call that changed the list in the meantime publishes it too.
    if (!list || list.generation !== seen.generation || list.list_revision !== version) return;
    await saveEncoding(tx, { uuid, generation }, { ...written, ...pictures, version });
    await lists.setPublished(clientUuid, uuid, seen.wanted);
    await createVideosRepository(tx).moveVideo(list, list.status === "encoded" ? [] : ["encoded"], {
      generation,
      encoding_percent: 100,

      duration_sec: totalSecOf(scenes),
      chapters: chaptersOf(scenes),
    });
    await queue.sendPurge(tx, { prefixes: [`videos/${uuid}/${seen.generation}/`] });
    await dropUnused(tx, queue, seen);
  });
}

type WrittenPictures = Awaited<ReturnType<typeof writePictures>>;

async function saveEncoding(
  tx: Tx,
  { uuid, generation }: { uuid: string; generation: number },
  made: Awaited<ReturnType<typeof writeTracks>> & WrittenPictures & { version: number },
): Promise<void> {
  const encodings = createEncodingsRepository(tx);
  await encodings.deleteEncodings([uuid]);
  await encodings.addEncoding(uuid, generation, made.plan);
  await encodings.updateEncoding(uuid, generation, {
    tracks: JSON.stringify(made.tracks),
    index_version: made.version,

    is_queued: true,
    is_ended: true,
    ended_at: new Date(),
    ...columnsOf(made),
  });
}

const columnsOf = ({ thumbnailObject, storyboard }: WrittenPictures) => ({
  thumbnail_object: thumbnailObject,
  storyboard: storyboard && JSON.stringify(storyboard),
});

/** Publishes storyboards that became ready after the media. Players receive them without a new generation. */
async function refreshPictures(
  { db, store }: SceneListPublisherDeps,
  { uuid, generation, client_uuid }: SceneListRow,
  scenes: ReadyScene[],
): Promise<void> {
  const pictures = await writePictures(scenes, { store, folder: `videos/${uuid}/${generation}` });
  await db.transaction().execute(async (tx) => {
    const list = await createSceneListsRepository(tx).lockSceneList(client_uuid, uuid);
    const encodings = createEncodingsRepository(tx);
    const present = list?.generation === generation && (await encodings.findEncoding(uuid, generation));
    if (!present || isSamePicture(present, pictures)) return;
    await encodings.updateEncoding(uuid, generation, columnsOf(pictures));
    await createVideosRepository(tx).touchPlayback(uuid);
  });
}

const isSamePicture = (
  present: { thumbnail_object: string | null; storyboard: { vttObject: string } | null },
  { thumbnailObject, storyboard }: WrittenPictures,
) => present.thumbnail_object === thumbnailObject && present.storyboard?.vttObject === storyboard?.vttObject;
