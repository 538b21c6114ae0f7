import {
  AppError,
  type BulkAction,
  type ErrorCode,
  MAX_TAGS,
  type ResponseOf,
  type routes,
} from "@shoal/contract";
import { need } from "../../../platform/composition/need.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import type { DiskGuard } from "../../../platform/disk-guard.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createTagsRepository } from "./tags.repository.ts";
import type { RestartOfVideos } from "./upper-wings.ts";
import type { VideoRow } from "./video-row.ts";
import { createVideosRepository } from "./videos.repository.ts";
import { withoutDuplicates } from "./videos.service.ts";

type BulkResult = ResponseOf<typeof routes.changeVideos>;
interface RemovedVideos {
  hidden: string[];
  flagged: string[];
}

/** Removes locked videos of a client. */
export interface RemovalOfVideos {
  /** @throws AppError for a video whose deletion cannot be scheduled. */
  assertPlannable(video: VideoRow): void;
  removeVideos(tx: Tx, clientUuid: string, videos: VideoRow[]): Promise<RemovedVideos>;
  planVideos(tx: Tx, clientUuid: string, videos: VideoRow[], deleteAt: Date | null): Promise<void>;
  announce(clientUuid: string, removed: RemovedVideos): void;
}
export const REMOVAL_OF_VIDEOS = need<RemovalOfVideos>("removal for lists of videos");

export interface BulkChangesDeps {
  db: Database;
  disk: DiskGuard;
  realtime: Pick<Realtime, "emit">;
  removal: RemovalOfVideos;
  encoding: RestartOfVideos;
}

/** Applies an action to many videos in one transaction: changes all videos that allow it, and reports the other videos. */
export function createBulkChangesService({ db, disk, realtime, removal, encoding }: BulkChangesDeps) {
  return {
    async changeVideos(actor: Actor, action: BulkAction): Promise<BulkResult> {
      const uuids = withoutDuplicates(action.uuids.map((uuid) => uuid.toLowerCase()));
      const { allowed, refused, removed } = await db.transaction().execute(async (tx) => {
        const rows = await createVideosRepository(tx).lockVideos(actor.clientUuid, uuids);
        const checked = await checkRows(action, rows);
        const removed =
          checked.allowed.length > 0 ? await carryOut(tx, actor, action, checked.allowed) : undefined;
        return { ...checked, refused: [...missingVideos(uuids, rows), ...checked.refused], removed };
      });
      if (removed) removal.announce(actor.clientUuid, removed);
      else
        for (const { uuid } of allowed)
          realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
      return { changed: allowed.length, refused };
    },
  };

  async function checkRows(action: BulkAction, rows: VideoRow[]) {
    const allowed: VideoRow[] = [];
    const refused: BulkResult["refused"] = [];
    let neededBytes = 0;
    for (const row of rows) {
      const code = await findRefusal(async () => {
        if (action.action === "restart") {
          encoding.assertRestartable(row);
          // The disk must have room for all videos together.
          await disk.assertRoom(neededBytes + (row.size_bytes ?? 0));
          neededBytes += row.size_bytes ?? 0;
        } else if (action.action === "planDeletion") removal.assertPlannable(row);
        else if (action.action === "addTags") assertRoomForTags(row, action.tags);
      });
      if (code) refused.push({ uuid: row.uuid, code });
      else allowed.push(row);
    }
    return { allowed, refused };
  }

  async function carryOut(
    tx: Tx,
    actor: Actor,
    action: BulkAction,
    rows: VideoRow[],
  ): Promise<RemovedVideos | undefined> {
    const { clientUuid } = actor;
    const uuids = rows.map(({ uuid }) => uuid);
    switch (action.action) {
      case "restart":
        await encoding.restartVideos(tx, rows);
        return undefined;
      case "delete":
        return removal.removeVideos(tx, clientUuid, rows);
      case "addTags":
        await createTagsRepository(tx).addTags(clientUuid, uuids, withoutDuplicates(action.tags));
        return undefined;
      case "removeTags":
        await createTagsRepository(tx).removeTags(clientUuid, uuids, action.tags);
        return undefined;
      case "planDeletion":
        await removal.planVideos(
          tx,
          clientUuid,
          rows,
          action.deleteDate ? new Date(action.deleteDate) : null,
        );
        return undefined;
    }
  }
}
export type BulkChangesService = ReturnType<typeof createBulkChangesService>;

async function findRefusal(assertAllowed: () => Promise<void>): Promise<ErrorCode | undefined> {
  try {
    await assertAllowed();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

function assertRoomForTags(row: VideoRow, added: string[]): void {
  if (withoutDuplicates([...row.tags, ...added]).length > MAX_TAGS)
    throw new AppError("bad_request", `A video can have at most ${MAX_TAGS} tags`);
}

function missingVideos(uuids: string[], rows: VideoRow[]): BulkResult["refused"] {
  const found = new Set(rows.map(({ uuid }) => uuid));
  return uuids.filter((uuid) => !found.has(uuid)).map((uuid) => ({ uuid, code: "video_not_found" }));
}
