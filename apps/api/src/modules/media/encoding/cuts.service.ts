import {
  AppError,
  type BodyOf,
  MAX_TITLE_LENGTH,
  PRODUCT_SOURCE_PATH,
  type ResponseOf,
  type routes,
} from "@shoal/contract";
import { formatChapterTime } from "@shoal/domain";
import { mergeOutputs } from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import type { Database, Tx } from "../../../platform/database.ts";
import type { DiskGuard } from "../../../platform/disk-guard.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { type Actor, makerOf } from "../../accounts/auth/index.ts";
import type { StorageService } from "../../accounts/clients/index.ts";
import { copyToCut, moveWithCut } from "../captions/index.ts";
import {
  type ArchivesOfVideos,
  createVideosRepository,
  inheritedColumns,
  type RulesOfCopies,
  strictestColumns,
  type VideoRow,
  videoNotFound,
} from "../videos/index.ts";
import { createCutsRepository } from "./cuts.repository.ts";
import type { EncodingChangesService } from "./encoding-changes.service.ts";
import { createEncodingsRepository } from "./encodings.repository.ts";
import { sendCuts } from "./jobs-to-send.ts";
import { type CutRange, type PlannedCut, planCut } from "./plan-cut.ts";

export interface CutsDeps {
  db: Database;
  store: Pick<MediaStore, "put">;
  queue: Pick<JobQueue, "send">;
  disk: DiskGuard;
  realtime: Pick<Realtime, "emit">;
  encoding: Pick<EncodingChangesService, "restartVideos">;
  rules: Pick<RulesOfCopies, "inheritRules">;
  archives: Pick<ArchivesOfVideos, "listFolders">;
  storage: Pick<StorageService, "assertMayCreate">;
}

/** Makes videos from parts of other videos (§7, /tasks/in_out). */
export function createCutsService(deps: CutsDeps) {
  const { db, store, queue, disk, realtime, encoding, rules, archives, storage } = deps;
  return {
    /**
     * Cuts a part out of a video.
     * @returns the uuid of the cut.
     * @throws AppError "video_not_found", "bad_request" for an invalid range, "illegal_transition" if the video has nothing to
     * cut from, "disk_low", "free_tier_exceeded", "budget_reached".
     */
    async cutVideo(actor: Actor, { uuid, title, ...range }: BodyOf<typeof routes.cutVideo>): Promise<string> {
      await storage.assertMayCreate(actor);
      await disk.assertRoom(0);
      const cutUuid = await db.transaction().execute(async (tx) => {
        const origin = await lockOrigin(tx, actor, uuid);
        const planned = await planFromOrigin(tx, origin, range);
        const [row] = await createVideosRepository(tx).addVideos([buildRow(actor, origin, planned, title)]);
        if (!row) throw new Error("The cut was not saved");
        await rules.inheritRules(tx, { clientUuid: actor.clientUuid, uuid: row.uuid, originUuid: uuid });
        await saveCut(tx, row.uuid, origin, planned, archives);
        await copyToCut(tx, store, { origin, cut: row, part: planned });
        await sendCuts(tx, queue, [row], await createCutsRepository(tx).findCuts([row.uuid]));
        return row.uuid;
      });
      realtime.emit(actor.clientUuid, "video.changed", { uuid: cutUuid, isNew: true });
      realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
      return cutUuid;
    },

    /**
     * Returns the ranges that a cut would have, exact to the frame and by key frames, without creating anything.
     * @throws the same errors as `cutVideo`.
     */
    async planRanges(
      actor: Actor,
      uuid: string,
      range: Pick<CutRange, "start" | "end">,
    ): Promise<ResponseOf<typeof routes.planCut>> {
      const origin = await createVideosRepository(db).findVideo(actor.clientUuid, uuid);
      if (!origin) throw videoNotFound();
      assertComplete(origin);
      const [accurate, fast] = [
        await planFromOrigin(db, origin, { ...range, transcode: true }),
        await planFromOrigin(db, origin, { ...range, transcode: false }),
      ];
      return {
        accurate: { start: accurate.inSec, end: accurate.outSec },
        fast: { start: fast.inSec, end: fast.outSec },
      };
    },

    /**
     * Changes the range of a cut.
     * @throws the same errors as `cutVideo`; also AppError "illegal_transition" if the video is not a cut.
     */
    async changeCut(actor: Actor, uuid: string, range: CutRange): Promise<void> {
      await disk.assertRoom(0);
      await db.transaction().execute(async (tx) => {
        const cut = await createVideosRepository(tx).findVideo(actor.clientUuid, uuid);
        if (!cut) throw videoNotFound();
        if (!cut.origin_uuid || cut.source_path !== PRODUCT_SOURCE_PATH)
          throw new AppError("illegal_transition", "This video was not cut from another one");
        const videos = createVideosRepository(tx);
        const rows = await videos.lockVideos(actor.clientUuid, [uuid, cut.origin_uuid]);
        const [row, origin] = [uuid, cut.origin_uuid].map((each) =>
          rows.find((found) => found.uuid === each),
        );
        if (!row || !origin) throw videoNotFound();
        if (row.is_deleted) throw new AppError("illegal_transition", "This video is deleted");
        assertComplete(origin);
        const planned = await planFromOrigin(tx, origin, range);
        const [before] = await createCutsRepository(tx).findCuts([uuid]);
        const from = { inSec: before?.in_sec ?? planned.inSec, outSec: before?.out_sec ?? planned.outSec };
        await moveWithCut(tx, store, { origin, cut: row, from, to: planned });
        await saveCut(tx, uuid, origin, planned, archives);
        // The cut now takes its media from the original in its current state, whose rules may have become stricter.
        const former = before?.inherited ?? null;
        await rules.inheritRules(tx, { clientUuid: actor.clientUuid, uuid, originUuid: origin.uuid }, former);
        const changed = await videos.updateVideo(actor.clientUuid, uuid, {
          duration_sec: planned.durationSec,
          ...strictestColumns(row, origin, former),
        });
        await encoding.restartVideos(tx, [changed]);
      });
      realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
    },
  };
}
export type CutsService = ReturnType<typeof createCutsService>;

async function lockOrigin(tx: Tx, actor: Actor, uuid: string): Promise<VideoRow> {
  const origin = await createVideosRepository(tx).lockVideo(actor.clientUuid, uuid);
  if (!origin) throw videoNotFound();
  assertComplete(origin);
  return origin;
}

/**
 * @throws AppError "illegal_transition" if the video is deleted, or still being encoded, since some renditions may lack segments.
 */
export function assertComplete({ is_deleted, status }: VideoRow): void {
  if (is_deleted || !["encoded", "stopped"].includes(status))
    throw new AppError("illegal_transition", `A video in status ${status} cannot be cut`);
}

async function planFromOrigin(tx: Tx, origin: VideoRow, range: CutRange): Promise<PlannedCut> {
  const encodings = createEncodingsRepository(tx);
  const encoding = await encodings.findEncoding(origin.uuid, origin.generation);
  if (!encoding) throw new AppError("illegal_transition", "No part of this video is encoded yet");
  const rows = await encodings.listOutputs(origin.uuid, origin.generation);
  return planCut(encoding, mergeOutputs(rows.flatMap(({ outputs }) => outputs)), range);
}

/** Saves a cut. It refers to the media of its origin, and to what the origin refers to if the origin is a cut too. */
export async function saveCut(
  tx: Tx,
  uuid: string,
  origin: VideoRow,
  { plan, tracks, inSec, outSec }: PlannedCut,
  archives: Pick<ArchivesOfVideos, "listFolders">,
): Promise<void> {
  const cuts = createCutsRepository(tx);
  const [above] = await cuts.findCuts([origin.uuid]);
  const inherited = JSON.stringify(await cuts.readConditions(origin.uuid));
  const folders = await archives.listFolders(tx, origin.client_uuid, [origin.uuid]);
  await cuts.saveCut({
    video_uuid: uuid,
    origin_uuid: origin.uuid,
    tracks: JSON.stringify(tracks),
    plan: JSON.stringify(plan),
    in_sec: inSec,
    out_sec: outSec,
    inherited,
    held_prefixes: [
      `videos/${origin.uuid}/${origin.generation}/`,
      ...folders,
      ...(above?.held_prefixes ?? []),
    ],
  });
}

function buildRow(
  actor: Actor,
  origin: VideoRow,
  { inSec, outSec, durationSec }: PlannedCut,
  title?: string,
) {
  return {
    client_uuid: actor.clientUuid,
    user_uuid: makerOf(actor),
    title:
      title ??
      `${origin.title} (${formatWholeSeconds(inSec)}–${formatWholeSeconds(outSec)})`.slice(-MAX_TITLE_LENGTH),
    tags: origin.tags,
    status: "segmented" as const,
    input_qualities: JSON.stringify(origin.input_qualities),
    autoplay: origin.autoplay,
    // A part of a video must not be easier to access than the video.
    ...inheritedColumns(origin),
    source_path: PRODUCT_SOURCE_PATH,
    origin_uuid: origin.uuid,
    duration_sec: durationSec,
    uploading_percent: 100,
  };
}

const formatWholeSeconds = (sec: number) => formatChapterTime(Math.floor(sec));
