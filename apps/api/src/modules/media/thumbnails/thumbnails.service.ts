import { randomUUID } from "node:crypto";
import { AppError, type VideoView } from "@shoal/contract";
import type { JobPayload, JobResult } from "@shoal/contract/jobs";
import type { MediaStore } from "@shoal/store";
import type { Database, Tx } from "../../../platform/database.ts";
import type { DiskGuard } from "../../../platform/disk-guard.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createVideosRepository, type VideoRow, type VideosService, videoNotFound } from "../videos/index.ts";
import { findFrame } from "./find-frame.ts";
import type { UploadedPicture } from "./picture-body.ts";

type ThumbnailSource = JobPayload<"make-thumbnail">["from"];
type ThumbnailResult = Extract<JobResult, { type: "thumbnail" }>;

export interface ThumbnailsDeps {
  db: Database;
  store: Pick<MediaStore, "put">;
  queue: Pick<JobQueue, "send" | "sendPurge">;
  disk: DiskGuard;
  realtime: Pick<Realtime, "emit">;
  videos: Pick<VideosService, "getVideo">;
}

/** Returns the name of a thumbnail in the upload folder of its video, which survives restarts and is deleted with it. */
const objectOf = (videoUuid: string, thumbnailId: string) =>
  `uploads/${videoUuid}/thumbnail-${thumbnailId}.jpg`;
const sentObjectOf = (videoUuid: string, thumbnailId: string) =>
  `uploads/${videoUuid}/thumbnail-${thumbnailId}.sent`;

/**
 * Manages thumbnails that users chose (§7, /customThumbnail). The previous thumbnail is shown until a worker has made the new
 * one.
 */
export function createThumbnailsService({ db, store, queue, disk, realtime, videos }: ThumbnailsDeps) {
  return {
    /** @throws AppError "video_not_found"; "bad_request" naming `t` beyond the end; "illegal_transition" without pictures. */
    async captureFrame(actor: Actor, uuid: string, sec: number): Promise<VideoView> {
      await disk.assertRoom(0);
      return requestPicture(actor, uuid, randomUUID(), (tx, video) => findFrame(tx, video, sec));
    },

    /** Checks access before reading an uploaded picture. @throws AppError "video_not_found". */
    async assertThere(actor: Actor, uuid: string): Promise<void> {
      if (!(await createVideosRepository(db).findVideo(actor.clientUuid, uuid))) throw videoNotFound();
    },

    /** @throws AppError "video_not_found", "illegal_transition" for a deleted video, "disk_low". */
    async uploadPicture(actor: Actor, uuid: string, { bytes, format }: UploadedPicture): Promise<VideoView> {
      await disk.assertRoom(bytes.length);
      const thumbnailId = randomUUID();
      const object = sentObjectOf(uuid, thumbnailId);
      await store.put(object, bytes);
      return requestPicture(actor, uuid, thumbnailId, async () => ({ kind: "picture", object, format }));
    },

    /** Restores the automatic thumbnail and discards pending thumbnails. @throws AppError "video_not_found". */
    async resetThumbnail(actor: Actor, uuid: string): Promise<VideoView> {
      await db.transaction().execute(async (tx) => {
        const video = await createVideosRepository(tx).lockVideo(actor.clientUuid, uuid);
        if (!video) throw videoNotFound();
        if (video.custom_thumbnail) await queue.sendPurge(tx, { prefixes: [video.custom_thumbnail] });
        await settle(tx, video, { custom_thumbnail: null, is_thumbnail_sent: false });
      });
      return emitAndPresent(actor, uuid);
    },

    /** Applies a finished thumbnail, unless another thumbnail was requested since. A repeat changes nothing. */
    async onResult({ videoUuid, thumbnailId, isMade, isSent }: ThumbnailResult): Promise<void> {
      const object = objectOf(videoUuid, thumbnailId);
      const changed = await db.transaction().execute(async (tx) => {
        const video = await createVideosRepository(tx).lockForWork(videoUuid);
        if (video?.custom_thumbnail === object) return undefined;
        const isWanted = video?.thumbnail_work === thumbnailId && !video.is_deleted;
        const former = isWanted && isMade ? video.custom_thumbnail : object;
        const useless = [sentObjectOf(videoUuid, thumbnailId), ...(former ? [former] : [])];
        await queue.sendPurge(tx, { prefixes: useless });
        if (!video || !isWanted) return undefined;
        const made = { custom_thumbnail: object, is_thumbnail_sent: isSent };
        await settle(tx, video, isMade ? made : { is_thumbnail_failed: true });
        return video;
      });
      if (changed) realtime.emit(changed.client_uuid, "video.changed", { uuid: changed.uuid, isNew: false });
    },

    onMissing(videoUuid: string, thumbnailId: string): Promise<void> {
      const failed = { isMade: false, isSent: false };
      return this.onResult({ type: "thumbnail", videoUuid, generation: 0, thumbnailId, ...failed });
    },
  };

  /** Requests a thumbnail from a worker and discards earlier requests. */
  async function requestPicture(
    actor: Actor,
    uuid: string,
    thumbnailId: string,
    findSource: (tx: Tx, video: VideoRow) => Promise<ThumbnailSource>,
  ): Promise<VideoView> {
    await db.transaction().execute(async (tx) => {
      const repository = createVideosRepository(tx);
      const video = await repository.lockVideo(actor.clientUuid, uuid);
      if (!video) throw videoNotFound();
      if (video.is_deleted) throw new AppError("illegal_transition", "A deleted video has no thumbnail");
      const from = await findSource(tx, video);
      await repository.updateVideo(actor.clientUuid, uuid, {
        thumbnail_work: thumbnailId,
        is_thumbnail_failed: false,
      });
      const { generation } = video;
      const object = objectOf(uuid, thumbnailId);
      const payload = { videoUuid: uuid, generation, thumbnailId, object, from };
      const { clientUuid } = actor;
      await queue.send(tx, "make-thumbnail", {
        payload,
        clientUuid,
        key: `${uuid}:thumbnail:${thumbnailId}`,
      });
    });
    return emitAndPresent(actor, uuid);
  }

  /** Ends the pending request for a thumbnail. */
  async function settle(
    tx: Tx,
    { client_uuid: clientUuid, uuid }: VideoRow,
    outcome: { custom_thumbnail: string | null; is_thumbnail_sent: boolean } | { is_thumbnail_failed: true },
  ): Promise<void> {
    const change = { thumbnail_work: null, is_thumbnail_failed: false, ...outcome };
    await createVideosRepository(tx).updateVideo(clientUuid, uuid, change);
  }

  function emitAndPresent(actor: Actor, uuid: string): Promise<VideoView> {
    realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
    return videos.getVideo(actor, uuid);
  }
}
export type ThumbnailsService = ReturnType<typeof createThumbnailsService>;
