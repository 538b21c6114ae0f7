import { AppError, type VideoView } from "@shoal/contract";
import { deletionModeOf, isUploadOpen, movesToDeletion } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createCutsRepository, createEncodingsRepository, dropReplacementsOf } from "../encoding/index.ts";
import {
  type ArchivesOfVideos,
  assertRevision,
  BEGINS_GENERATION,
  createVideosRepository,
  DELETION_DUE_NOW,
  lockListsOf,
  MOVED_TO_TRASH,
  type VideoRow,
  type VideosService,
  videoNotFound,
} from "../videos/index.ts";
import { createPlansRepository } from "./plans.repository.ts";

export interface RemovalDeps {
  db: Database;
  queue: Pick<JobQueue, "sendPurge" | "dropQueued" | "dropGenerations">;
  realtime: Pick<Realtime, "emit">;
  videos: Pick<VideosService, "getVideo">;
  archives: ArchivesOfVideos;
}

/** The removed videos: those no longer listed, and those still listed with a flag. */
export interface RemovedVideos {
  hidden: string[];
  flagged: string[];
}
const uuidsOf = (rows: VideoRow[]) => rows.map(({ uuid }) => uuid);

/** Removes videos (§4). A scheduled deletion flags the video; any other removal moves it to the trash. */
export function createRemovalService({ db, queue, realtime, videos, archives }: RemovalDeps) {
  const service = {
    /**
     * Moves a video to the trash, or flags it if its deletion was scheduled. An upload, and a video that is already flagged, is
     * deleted permanently. Statistics are kept.
     * @throws AppError "video_not_found".
     */
    async deleteVideo(actor: Actor, uuid: string): Promise<void> {
      const removed = await db.transaction().execute(async (tx) => {
        const rows = await createVideosRepository(tx).lockVideos(actor.clientUuid, [uuid]);
        if (rows.length === 0) throw videoNotFound();
        return service.removeVideos(tx, actor.clientUuid, rows);
      });
      service.announce(actor.clientUuid, removed);
    },

    /**
     * Cancels an upload and deletes the part that has arrived.
     * @throws AppError "video_not_found", or "upload_not_open" once the file is complete.
     */
    async cancelUpload(actor: Actor, uuid: string): Promise<void> {
      const removed = await db.transaction().execute(async (tx) => {
        const rows = await createVideosRepository(tx).lockVideos(actor.clientUuid, [uuid]);
        const [video] = rows;
        if (!video) throw videoNotFound();
        if (video.is_deleted || !isUploadOpen(video.status))
          throw new AppError("upload_not_open", "This upload has ended");
        return service.removeVideos(tx, actor.clientUuid, rows);
      });
      service.announce(actor.clientUuid, removed);
    },

    /**
     * Schedules a video's deletion; a past date deletes it immediately, and null cancels the schedule.
     * @param revision the revision on which the change is based; undefined for any.
     * @throws AppError "video_not_found", "edit_conflict", or "illegal_transition" if it is already deleted.
     */
    async planDeletion(
      actor: Actor,
      uuid: string,
      deleteAt: Date | null,
      revision?: number,
    ): Promise<VideoView> {
      await db.transaction().execute(async (tx) => {
        const rows = await createVideosRepository(tx).lockVideos(actor.clientUuid, [uuid]);
        if (rows.length === 0) throw videoNotFound();
        rows.forEach(assertPlannable);
        for (const row of rows) assertRevision(row, revision);
        await service.planVideos(tx, actor.clientUuid, rows, deleteAt);
      });
      service.announce(actor.clientUuid, { hidden: [], flagged: [uuid] });
      return videos.getVideo(actor, uuid);
    },

    /** Removes locked videos of one client, each in the way that applies to it. */
    async removeVideos(tx: Tx, clientUuid: string, rows: VideoRow[]): Promise<RemovedVideos> {
      // All lists are locked in one call, because each kind of removal would lock only the lists of its own videos.
      await lockListsOf(tx, uuidsOf(rows));
      const wayOf = ({ status, delete_at, is_deleted }: VideoRow) =>
        deletionModeOf({ encodingStatus: status, deleteDate: delete_at, isDeleted: is_deleted });
      const { forGood = [], flagged = [], trashed = [] } = Object.groupBy(rows, wayOf);
      await service.removeForGood(tx, clientUuid, forGood);
      await service.flagVideos(tx, clientUuid, flagged);
      await trashVideos(tx, clientUuid, trashed);
      return { hidden: uuidsOf([...forGood, ...trashed]), flagged: uuidsOf(flagged) };
    },

    /** Schedules the deletion of locked videos that are not deleted yet; null clears the schedule. */
    async planVideos(tx: Tx, clientUuid: string, rows: VideoRow[], deleteAt: Date | null): Promise<void> {
      await createVideosRepository(tx).updateVideos(clientUuid, uuidsOf(rows), { delete_at: deleteAt });
      if (deleteAt && deleteAt.getTime() <= Date.now()) await service.flagVideos(tx, clientUuid, rows);
    },

    /** Removes the media of locked videos, and flags and keeps their rows. */
    async flagVideos(tx: Tx, clientUuid: string, rows: VideoRow[]): Promise<void> {
      if (rows.length === 0) return;
      const uuids = uuidsOf(rows);
      await dropReplacementsOf(tx, queue, clientUuid, uuids);
      await dropMedia(tx, clientUuid, uuids);
      await createEncodingsRepository(tx).deleteEncodings(uuids);
      await createCutsRepository(tx).deleteCuts(uuids);
      await createPlansRepository(tx).deleteChunks(uuids);
      await createVideosRepository(tx).moveVideos(rows, movesToDeletion, {
        is_deleted: true,
        ...DELETION_DUE_NOW,
        // Running workers still write media of the previous generation, which are removed when they report them.
        ...BEGINS_GENERATION,
        custom_thumbnail: null,
        is_thumbnail_sent: false,
        thumbnail_work: null,
        is_thumbnail_failed: false,
        source_object: null,
        encoding_eta_sec: null,
        uploading_eta_sec: null,
      });
    },

    /** Deletes locked videos with their media, including those in the trash. */
    async removeForGood(tx: Tx, clientUuid: string, rows: VideoRow[]): Promise<void> {
      if (rows.length === 0) return;
      const uuids = uuidsOf(rows);
      await dropReplacementsOf(tx, queue, clientUuid, uuids);
      await dropMedia(tx, clientUuid, uuids);
      await createVideosRepository(tx).deleteVideos(clientUuid, uuids);
    },

    /** Notifies the browsers of a client, after the commit. */
    announce(clientUuid: string, { hidden, flagged }: RemovedVideos): void {
      for (const uuid of hidden) realtime.emit(clientUuid, "video.deleted", { uuid });
      for (const uuid of flagged) realtime.emit(clientUuid, "video.changed", { uuid, isNew: false });
    },
  };

  async function trashVideos(tx: Tx, clientUuid: string, rows: VideoRow[]): Promise<void> {
    if (rows.length === 0) return;
    await dropReplacementsOf(tx, queue, clientUuid, uuidsOf(rows));
    // The storyboard of an encoded video is completed in the trash, because restoring the video does not request it again.
    const working = rows.filter(({ status }) => status !== "encoded");
    if (working.length > 0) await queue.dropQueued(tx, ...uuidsOf(working));
    await createVideosRepository(tx).updateVideos(clientUuid, uuidsOf(rows), MOVED_TO_TRASH);
  }

  async function dropMedia(tx: Tx, clientUuid: string, uuids: string[]): Promise<void> {
    await queue.dropQueued(tx, ...uuids);
    const folders = await archives.listFolders(tx, clientUuid, uuids);
    await archives.deleteOf(tx, clientUuid, uuids);
    const own = uuids.flatMap((uuid) => [`videos/${uuid}/`, `uploads/${uuid}/`, `lives/${uuid}/`]);
    await queue.sendPurge(tx, { prefixes: [...own, ...folders] });
  }

  return service;
}
export type RemovalService = ReturnType<typeof createRemovalService>;

/** @throws AppError "illegal_transition" for a video that is already deleted. */
export function assertPlannable(video: VideoRow): void {
  if (video.is_deleted) throw new AppError("illegal_transition", "This video is already deleted");
}
