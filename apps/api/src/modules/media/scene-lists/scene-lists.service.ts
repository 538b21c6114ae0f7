import {
  AppError,
  type BodyOf,
  DEFAULT_PAGE_SIZE,
  OPTIMIZED_QUALITIES,
  PRODUCT_SOURCE_PATH,
  type ResponseOf,
  type routes,
  type SceneListQuery,
  type SceneListView,
} from "@shoal/contract";
import type { Database, Tx } from "../../../platform/database.ts";
import type { DiskGuard } from "../../../platform/disk-guard.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { type Actor, makerOf } from "../../accounts/auth/index.ts";
import type { StorageService } from "../../accounts/clients/index.ts";
import { createSceneMaker, type Publisher } from "../encoding/index.ts";
import {
  type ArchivesOfVideos,
  createVideosRepository,
  decidePasswordHash,
  hashVideoPassword,
  type RulesOfCopies,
  type ServingEdge,
  type VideoChange,
} from "../videos/index.ts";
import { dropUnused, removeMedia } from "./drop-unused.ts";
import { chaptersOf } from "./join-scenes.ts";
import { placeScenes } from "./place-scenes.ts";
import type { SceneListPublisher } from "./scene-list-publisher.ts";
import { isSameOrder, presentSceneList, presentSummary } from "./scene-lists.present.ts";
import { createSceneListsRepository } from "./scene-lists.repository.ts";

export interface SceneListsDeps {
  db: Database;
  queue: Pick<JobQueue, "send" | "sendPurge" | "dropQueued">;
  disk: DiskGuard;
  realtime: Pick<Realtime, "emit">;
  publisher: Pick<Publisher, "publishSoon">;
  listPublisher: Pick<SceneListPublisher, "publishSoon">;
  edge: ServingEdge;
  rules: Pick<RulesOfCopies, "inheritRules">;
  archives: Pick<ArchivesOfVideos, "listFolders">;
  storage: Pick<StorageService, "assertMayCreate">;
}
type NewList = BodyOf<typeof routes.createSceneList>;
type SceneListChange = BodyOf<typeof routes.updateSceneList>;
type Page = ResponseOf<typeof routes.listSceneLists>;

/** Manages scene lists: ordered parts of videos that play as one video. */
export function createSceneListsService(deps: SceneListsDeps) {
  const { db, queue, disk, realtime, publisher, listPublisher, edge, storage } = deps;
  const lists = createSceneListsRepository(db);

  async function read(actor: Actor, uuid: string): Promise<SceneListView> {
    const row = await lists.findSceneList(actor.clientUuid, uuid);
    if (!row) throw sceneListNotFound();
    return presentSceneList(row, await lists.listScenes(actor.clientUuid, uuid), edge);
  }

  return {
    async listSceneLists(actor: Actor, query: SceneListQuery): Promise<Page> {
      assertOffered(actor);
      const limit = query.pagesize ?? actor.user.default_page_size ?? DEFAULT_PAGE_SIZE;
      const page = { query, limit, offset: (query.page - 1) * limit };
      const [rows, size] = await Promise.all([
        lists.listSceneLists(actor.clientUuid, page),
        lists.countSceneLists(actor.clientUuid, query),
      ]);
      return { _embedded: rows.map((row) => presentSummary(row, edge)), _size: size };
    },

    /** @throws AppError "scene_list_not_found". */
    async getSceneList(actor: Actor, uuid: string): Promise<SceneListView> {
      assertOffered(actor);
      return read(actor, uuid);
    },

    /** @throws AppError "bad_request" that names every invalid scene; "disk_low", "free_tier_exceeded", "budget_reached". */
    async createSceneList(actor: Actor, list: NewList): Promise<SceneListView> {
      assertOffered(actor);
      await storage.assertMayCreate(actor);
      await disk.assertRoom(0);
      const hash = list.password ? await hashVideoPassword(list.password, actor.userUuid) : undefined;
      const { uuid, added } = await db.transaction().execute(async (tx) => {
        const [row] = await createVideosRepository(tx).addVideos([buildRow(actor, list, hash)]);
        if (!row) throw new Error("The scene list was not saved");
        await createSceneListsRepository(tx).addSceneList(actor.clientUuid, row.uuid);
        const placing = { actor, listUuid: row.uuid, maker: createSceneMaker(tx, deps) };
        return { uuid: row.uuid, added: await placeScenes(tx, placing, list.scenes) };
      });
      goOn(actor, uuid, added);
      return read(actor, uuid);
    },

    /**
     * Changes a list. Viewers see the previous scenes until new ones are ready; reordering or renaming needs no new media.
     * @throws AppError "scene_list_not_found", "edit_conflict" if it was changed in the meantime, and the errors of
     * `createSceneList`.
     */
    async updateSceneList(actor: Actor, uuid: string, change: SceneListChange): Promise<SceneListView> {
      assertOffered(actor);
      await disk.assertRoom(0);
      const hash = change.password ? await hashVideoPassword(change.password, actor.userUuid) : undefined;
      const added = await db.transaction().execute((tx) => apply(tx, actor, uuid, change, hash));
      goOn(actor, uuid, added);
      return read(actor, uuid);
    },

    /** @throws AppError "scene_list_not_found". */
    async deleteSceneList(actor: Actor, uuid: string): Promise<{ title: string }> {
      assertOffered(actor);
      const { title } = await db.transaction().execute(async (tx) => {
        const list = await createSceneListsRepository(tx).lockSceneList(actor.clientUuid, uuid);
        if (!list) throw sceneListNotFound();
        const media = await createSceneListsRepository(tx).listMedia(actor.clientUuid, uuid);
        await removeMedia(tx, queue, actor.clientUuid, [uuid, ...media.map(({ video_uuid }) => video_uuid)]);
        return list;
      });
      realtime.emit(actor.clientUuid, "sceneList.changed", { uuid });
      return { title };
    },
  };

  async function apply(
    tx: Tx,
    actor: Actor,
    uuid: string,
    change: SceneListChange,
    hash: string | undefined,
  ) {
    const inTx = createSceneListsRepository(tx);
    // Locks videos before the list, in the same order as changes to a video that then lock the lists showing it.
    const videos = [...new Set((change.scenes ?? []).map(({ video }) => video))];
    await createVideosRepository(tx).lockVideos(actor.clientUuid, videos);
    const list = await inTx.lockSceneList(actor.clientUuid, uuid);
    if (!list) throw sceneListNotFound();
    if (list.list_revision !== change.revision)
      throw new AppError("edit_conflict", "Someone else changed this scene list: fetch it again");
    const placing = { actor, listUuid: uuid, maker: createSceneMaker(tx, deps) };
    const added = change.scenes ? await placeScenes(tx, placing, change.scenes) : [];
    const columns = {
      title: change.title,
      description: change.description,
      autoplay: change.autoplay,
      password_hash: decidePasswordHash(change, list.password_hash, hash),
      chapters: change.scenes && (await newChapters(tx, actor, uuid)),
    };
    await createVideosRepository(tx).updateVideo(actor.clientUuid, uuid, definedColumns(columns));
    await inTx.raiseRevision(actor.clientUuid, uuid);
    if (change.scenes) await dropUnused(tx, queue, list);
    return added;
  }

  /** Starts work that needs no job, and publishes changes that need no new media. */
  function goOn(actor: Actor, uuid: string, added: string[]): void {
    for (const mediaUuid of added) publisher.publishSoon(mediaUuid);
    listPublisher.publishSoon({ clientUuid: actor.clientUuid, uuid });
    realtime.emit(actor.clientUuid, "sceneList.changed", { uuid });
  }
}
export type SceneListsService = ReturnType<typeof createSceneListsService>;

const sceneListNotFound = () => new AppError("scene_list_not_found", "No such scene list");

/** @throws AppError "forbidden" if the client's plan has no scene lists; its menu does not show them either. */
function assertOffered({ user }: Actor): void {
  if (!user.scenelist) throw new AppError("forbidden", "Scene lists are not part of this client's plan");
}

/** Returns the chapters of renamed scenes, which viewers see immediately; undefined if a new order is not published yet. */
async function newChapters(tx: Tx, { clientUuid }: Actor, uuid: string): Promise<string | undefined> {
  const lists = createSceneListsRepository(tx);
  const list = await lists.findSceneList(clientUuid, uuid);
  if (!list || !isSameOrder(list.published, list.wanted)) return undefined;
  const scenes = await lists.listScenes(clientUuid, uuid);
  return chaptersOf(scenes.map(({ name, duration_sec }) => ({ name, durationSec: duration_sec ?? 0 })));
}

const definedColumns = (columns: VideoChange): VideoChange =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

function buildRow(actor: Actor, list: NewList, hash: string | undefined) {
  return {
    kind: "scene_list" as const,
    client_uuid: actor.clientUuid,
    user_uuid: makerOf(actor),
    title: list.title,
    description: list.description ?? "",
    status: "segmented" as const,
    input_qualities: JSON.stringify(OPTIMIZED_QUALITIES),
    autoplay: list.autoplay ?? actor.user.default_autoplay,
    password_hash: decidePasswordHash(list, null, hash) ?? null,
    source_path: PRODUCT_SOURCE_PATH,
    uploading_percent: 100,
  };
}
