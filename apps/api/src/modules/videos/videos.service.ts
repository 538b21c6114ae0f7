import {
  AppError,
  type BodyOf,
  DEFAULT_PAGE_SIZE,
  OPTIMIZED_QUALITIES,
  type routes,
  type VideoListQuery,
  type VideoView,
} from "@shoal/contract";
import type { Database } from "../../platform/database.ts";
import type { JobQueue } from "../../platform/queue/job-queue.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Actor } from "../auth/index.ts";
import { createVideoListRepository, readVideos } from "./video-list.repository.ts";
import { presentVideo } from "./videos.present.ts";
import { createVideosRepository } from "./videos.repository.ts";

export interface VideosDeps {
  db: Database;
  queue: Pick<JobQueue, "sendPurge" | "dropQueued">;
  realtime: Pick<Realtime, "emit">;
  edgeUrl: string;
}

type Change = BodyOf<typeof routes.updateVideo>;

export function createVideosService({ db, queue, realtime, edgeUrl }: VideosDeps) {
  const list = createVideoListRepository(db);
  const service = {
    /** @param userUuid only the videos that this user made. */
    async listVideos(
      actor: Actor,
      query: VideoListQuery,
      userUuid?: string,
    ): Promise<{ _embedded: VideoView[]; _size: number }> {
      const limit = query.pagesize ?? actor.user.default_page_size ?? DEFAULT_PAGE_SIZE;
      const page = { limit, offset: (query.page - 1) * limit };
      const wanted = { ...query, userUuid };
      if (limit === 0) return { _embedded: [], _size: await list.countVideos(actor.clientUuid, wanted) };
      const { size, rows } = await list.listVideos(actor.clientUuid, wanted, page);
      return { _embedded: rows.map((row) => presentVideo(row, edgeUrl)), _size: size };
    },

    /** @throws AppError "video_not_found", also for another client's video. */
    async getVideo(actor: Actor, uuid: string): Promise<VideoView> {
      const [row] = await readVideos(db, actor.clientUuid, [uuid]);
      if (!row) throw new AppError("video_not_found", "There is no such video");
      return presentVideo(row, edgeUrl);
    },

    async updateVideo(actor: Actor, uuid: string, change: Change): Promise<VideoView> {
      const videos = createVideosRepository(db);
      if (!(await videos.findVideo(actor.clientUuid, uuid)))
        throw new AppError("video_not_found", "There is no such video");
      await videos.updateVideo(actor.clientUuid, uuid, columnsOf(change));
      realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
      return service.getVideo(actor, uuid);
    },

    /** Deletes a video and, behind the answer, its media. Statistics stay. */
    async deleteVideo(actor: Actor, uuid: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const videos = createVideosRepository(tx);
        const video = await videos.lockVideo(actor.clientUuid, uuid);
        if (!video) throw new AppError("video_not_found", "There is no such video");
        await queue.dropQueued(tx, uuid);
        await videos.deleteVideo(actor.clientUuid, uuid);
        await queue.sendPurge(tx, { prefixes: [`videos/${uuid}/`, `uploads/${uuid}/`] });
      });
      realtime.emit(actor.clientUuid, "video.deleted", { uuid });
    },
  };
  return service;
}
export type VideosService = ReturnType<typeof createVideosService>;

function columnsOf(change: Change) {
  const progress = change.uploadingPercent !== undefined || change.uploadingETA !== undefined;
  const columns = {
    title: change.title,
    description: change.description,
    tags: change.tags,
    autoplay: change.autoplay,
    first_pass: change.firstPass,
    encoding: change.encoding,
    input_qualities: change.inputQualities && JSON.stringify(change.inputQualities),
    uploading_percent: change.uploadingPercent,
    uploading_eta_sec: change.uploadingETA,
    upload_feedback_at: progress ? new Date() : undefined,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** The qualities of a video that named none. */
export const DEFAULT_QUALITIES = JSON.stringify(OPTIMIZED_QUALITIES);
