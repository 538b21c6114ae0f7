import { isDeepStrictEqual } from "node:util";
import { AppError, type BodyOf, type routes } from "@shoal/contract";
import { canRestart, canStop, isRefetched, isUploadOpen, movesToStop } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import type { DiskGuard } from "../../../platform/disk-guard.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import {
  assertRevision,
  BEGINS_GENERATION,
  createVideosRepository,
  type LivesOfVideos,
  type VideoRow,
  videoNotFound,
} from "../videos/index.ts";
import { createCutsRepository } from "./cuts.repository.ts";
import { createEncodingsRepository } from "./encodings.repository.ts";
import { sendCuts, sendFetches, sendWholeOpens } from "./jobs-to-send.ts";
import type { Publisher } from "./publisher.ts";

export interface EncodingChangesDeps {
  db: Database;
  queue: Pick<JobQueue, "send" | "dropGenerations" | "sendPurge" | "setUrgency">;
  disk: DiskGuard;
  realtime: Pick<Realtime, "emit">;
  publisher: Publisher;
  lives: Pick<LivesOfVideos, "assertMayCopy" | "canStopLive" | "closeLive" | "openLives">;
}
type RepresentationsBody = BodyOf<typeof routes.setRepresentations>;

/** Carries out users' actions on an encoding: stop, restart, other qualities, priority. */
export function createEncodingChangesService(deps: EncodingChangesDeps) {
  const { db, queue, disk, realtime, publisher, lives } = deps;
  const service = {
    /** @throws AppError "illegal_transition" when there is nothing to stop. */
    async stopEncoding(actor: Actor, uuid: string): Promise<void> {
      await change(actor, uuid, async (tx, video) => {
        const isStoppable =
          video.type === "live"
            ? await lives.canStopLive(tx, video)
            : canStop({ encodingStatus: video.status });
        if (video.is_deleted || !isStoppable)
          throw new AppError("illegal_transition", `A video in status ${video.status} cannot be stopped`);
        if (video.type === "live") return lives.closeLive(tx, video);
        await queue.dropGenerations(tx, video);
        const moves = movesToStop(video.status);
        await createVideosRepository(tx).moveVideo(video, moves, { encoding_eta_sec: null });
        // Existing media stay playable, and their playlists end.
        const encodings = createEncodingsRepository(tx);
        await encodings.updateEncoding(uuid, video.generation, { is_ended: true });
        await encodings.oweIndexes(uuid, video.generation);
      });
      publisher.publishSoon(uuid);
    },

    /** Encodes again from the source, as a new generation. @throws AppError "illegal_transition" or "disk_low". */
    restartEncoding: (actor: Actor, uuid: string): Promise<void> =>
      change(actor, uuid, async (tx, video) => {
        await assertMayRestart(video);
        await service.restartVideos(tx, [video]);
      }),

    /**
     * Saves other encoding parameters and encodes again.
     * @throws AppError "edit_conflict", "illegal_transition" or "disk_low".
     */
    setRepresentations: (actor: Actor, uuid: string, wanted: RepresentationsBody): Promise<void> =>
      change(actor, uuid, async (tx, video) => {
        assertRevision(video, wanted.revision);
        await assertMayRestart(video);
        if (wanted.encoding === "passthrough") await lives.assertMayCopy(tx, video);
        const saved = await createVideosRepository(tx).updateVideo(actor.clientUuid, uuid, {
          encoding: wanted.encoding ?? video.encoding,
          first_pass: wanted.firstPass ?? video.first_pass,
          input_qualities: JSON.stringify(wanted.inputQualities ?? video.input_qualities),
        });
        await service.restartVideos(tx, [saved]);
      }),

    /**
     * Restarts the encoding of a file whose encoding parameters were changed. If the file is still arriving, what was already
     * encoded is discarded, and the next bytes start the encoding.
     * @param before the locked video before the change. @param saved the video with the change.
     * @throws AppError "illegal_transition" or "disk_low".
     */
    async restartIfChanged(tx: Tx, before: VideoRow, saved: VideoRow): Promise<void> {
      if (saved.type === "live" || haveEqualParameters(before, saved)) return;
      if (isUploadOpen(saved.status)) return restartArriving(tx, saved);
      await assertMayRestart(before);
      await service.restartVideos(tx, [saved]);
    },

    /**
     * Gives a video's encoding priority over the client's other jobs, or removes that priority. Affects waiting and future jobs.
     */
    setAccelerated: (actor: Actor, uuid: string, isAccelerated: boolean): Promise<void> =>
      change(actor, uuid, async (tx) => {
        await createVideosRepository(tx).updateVideo(actor.clientUuid, uuid, {
          is_accelerated: isAccelerated,
        });
        await queue.setUrgency(tx, uuid, isAccelerated);
      }),

    /**
     * Starts new generations of locked videos of one client, in any status. The caller has checked that each video may restart,
     * and notifies the browsers.
     */
    async restartVideos(tx: Tx, wanted: VideoRow[]): Promise<void> {
      const { live = [], vod: videos = [] } = Object.groupBy(wanted, ({ type }) => type);
      await lives.openLives(tx, live[0]?.client_uuid ?? "", live);
      if (videos.length === 0) return;
      const uuids = uuidsOf(videos);
      await discardEncodings(tx, videos);
      const videosRepository = createVideosRepository(tx);
      const rows = await videosRepository.beginGeneration(videos);
      const cuts = await createCutsRepository(tx).findCuts(uuids);
      const again = uuidsOf(videos.filter(needsFetch));
      await fetchAgain(
        tx,
        rows.filter(({ uuid }) => again.includes(uuid)),
      );
      const isMadeOtherwise = ({ uuid }: VideoRow) =>
        again.includes(uuid) || cuts.some(({ video_uuid }) => video_uuid === uuid);
      await sendWholeOpens(
        tx,
        queue,
        rows.filter((row) => !isMadeOtherwise(row)),
      );
      if (cuts.length === 0) return;
      const uuidsOfCuts = cuts.map(({ video_uuid }) => video_uuid);
      const rowsOfCuts = rows.filter(({ uuid }) => uuidsOfCuts.includes(uuid));
      await videosRepository.moveVideos(rowsOfCuts, () => ["segmented"]);
      await sendCuts(tx, queue, rows, cuts);
    },
  };

  /** Discards the videos' own generations with their jobs. A pending replacement file is a generation too, and continues. */
  async function discardEncodings(tx: Tx, videos: VideoRow[]): Promise<void> {
    await createEncodingsRepository(tx).deleteGenerations(videos);
    await queue.dropGenerations(tx, ...videos);
    const prefixes = videos.map(({ uuid, generation }) => `videos/${uuid}/${generation}/`);
    await queue.sendPurge(tx, { prefixes });
  }

  /**
   * Starts a new generation of a file that is still arriving if its opening was already sent, because the opening contains the
   * encoding parameters. The stored bytes are kept; a fetch continues after them.
   */
  async function restartArriving(tx: Tx, video: VideoRow): Promise<void> {
    if (video.open_at_bytes !== null) return;
    await discardEncodings(tx, [video]);
    const row = await createVideosRepository(tx).updateVideo(video.client_uuid, video.uuid, {
      ...BEGINS_GENERATION,
      open_at_bytes: 1,
      encoding_percent: 0,
      encoding_eta_sec: null,
      duration_sec: null,
    });
    if (row.sealed_source_url !== null) await fetchAgain(tx, [row]);
  }

  async function fetchAgain(tx: Tx, videos: VideoRow[]): Promise<void> {
    if (videos.length === 0) return;
    const rows = await createVideosRepository(tx).moveVideos(videos, () => ["uploading"], {
      size_bytes: null,
      chunk_count: null,
      contiguous_chunks: 0,
      open_at_bytes: 1,
      uploading_percent: 0,
      uploading_eta_sec: null,
    });
    await sendFetches(tx, queue, rows);
  }

  async function assertMayRestart(video: VideoRow): Promise<void> {
    assertRestartable(video);
    await disk.assertRoom(video.size_bytes ?? 0);
  }

  async function change(
    actor: Actor,
    uuid: string,
    work: (tx: Tx, video: VideoRow) => Promise<void>,
  ): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const video = await createVideosRepository(tx).lockVideo(actor.clientUuid, uuid);
      if (!video) throw videoNotFound();
      await work(tx, video);
    });
    realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
  }

  return service;
}
export type EncodingChangesService = ReturnType<typeof createEncodingChangesService>;

/** @throws AppError "illegal_transition" if the video cannot be encoded again in its current state. */
export function assertRestartable(video: VideoRow): void {
  if (!canRestart(restartSubjectOf(video)))
    throw new AppError("illegal_transition", `A video in status ${video.status} cannot be restarted`);
}

/** Qualities and the first publication of the source apply only to a file that is encoded, not to a file that is copied. */
const haveEqualParameters = (one: VideoRow, other: VideoRow): boolean =>
  one.encoding === other.encoding &&
  (one.encoding === "passthrough" ||
    (one.first_pass === other.first_pass && isDeepStrictEqual(sortedQualities(one), sortedQualities(other))));

/** The qualities in a fixed order, because the order in which they are sent makes no difference to the encoding. */
const sortedQualities = ({ input_qualities: qualities }: VideoRow) =>
  Array.isArray(qualities) ? qualities.map((quality) => JSON.stringify(quality)).toSorted() : qualities;

const uuidsOf = (videos: VideoRow[]) => videos.map(({ uuid }) => uuid);

/** Whether there is no complete and valid file to encode, but a URL to fetch it from. */
const needsFetch = (video: VideoRow): boolean => isRefetched(restartSubjectOf(video));

/** Returns what the restart rule checks. The status is the one that users see. */
const restartSubjectOf = (video: VideoRow): Parameters<typeof canRestart>[0] => ({
  type: video.type,
  encodingStatus: video.status,
  sourcePath: video.source_path,
  isDeleted: video.is_deleted,
  isSizeKnown: video.size_bytes !== null,
  sizeBytes: video.size_bytes ?? 0,
  currentChunk: video.contiguous_chunks,
  sourceUrl: video.sealed_source_url,
  errorType: video.error_type,
  uploadingPercent: video.uploading_percent,
});
