import { DEFAULT_PAGE_SIZE, type ResponseOf, type routes, type VideoView } from "@shoal/contract";
import { canStop } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createVideosRepository, type VideoRow, type VideosService, videoNotFound } from "../videos/index.ts";
import { createPlansRepository } from "./plans.repository.ts";
import type { RemovalService } from "./removal.service.ts";

const DAY_MS = 24 * 3_600_000;

export interface TrashDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  videos: Pick<VideosService, "getVideo" | "getVideos">;
  removal: Pick<RemovalService, "removeForGood" | "announce">;
  /** Encodes videos again if their jobs were dropped. */
  encoding: { restartVideos(tx: Tx, videos: VideoRow[]): Promise<void> };
  /** Days for which the trash keeps a video. */
  keptDays: number;
}

/** Manages deleted videos that can still be restored. */
export function createTrashService({ db, realtime, videos, removal, encoding, keptDays }: TrashDeps) {
  return {
    async listTrash(
      actor: Actor,
      query: { page: number; pagesize?: number | undefined },
    ): Promise<ResponseOf<typeof routes.listTrash>> {
      const limit = query.pagesize ?? actor.user.default_page_size ?? DEFAULT_PAGE_SIZE;
      const page = { limit, offset: (query.page - 1) * limit };
      const { rows, count } = await createPlansRepository(db).listTrash(actor.clientUuid, page);
      const trashedAt = new Map(rows.map((row) => [row.uuid, row.trashedAt.getTime()]));
      const views = await videos.getVideos(actor, [...trashedAt.keys()]);
      const entries = views.map((video) => {
        const at = trashedAt.get(video.uuid) ?? 0;
        return { video, deletedAt: toIso(at), purgeAt: toIso(at + keptDays * DAY_MS) };
      });
      return { _embedded: entries, _size: count };
    },

    /** Restores a video; an encoding that was interrupted by the deletion restarts. @throws AppError "video_not_found". */
    async restoreVideo(actor: Actor, uuid: string): Promise<VideoView> {
      await db.transaction().execute(async (tx) => {
        await lockTrashed(tx, actor, uuid);
        const repository = createVideosRepository(tx);
        const video = await repository.updateVideo(actor.clientUuid, uuid, { trashed_at: null });
        if (canStop({ encodingStatus: video.status })) await encoding.restartVideos(tx, [video]);
      });
      realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: true });
      return videos.getVideo(actor, uuid);
    },

    /** Deletes a video in the trash with its media. @throws AppError "video_not_found". */
    async deleteForGood(actor: Actor, uuid: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const rows = await lockTrashed(tx, actor, uuid);
        await removal.removeForGood(tx, actor.clientUuid, rows);
      });
      removal.announce(actor.clientUuid, { hidden: [uuid], flagged: [] });
    },
  };
}
export type TrashService = ReturnType<typeof createTrashService>;

async function lockTrashed(tx: Tx, actor: Actor, uuid: string): Promise<VideoRow[]> {
  const rows = await createVideosRepository(tx).lockVideos(actor.clientUuid, [uuid], true);
  if (rows.length === 0) throw videoNotFound();
  return rows;
}

const toIso = (ms: number) => new Date(ms).toISOString();
