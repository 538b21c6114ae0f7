import { randomUUID } from "node:crypto";
import {
  AppError,
  type BodyOf,
  MAX_UPLOAD_BYTES,
  type Replacement,
  type ResponseOf,
  type routes,
  UPLOAD_CHUNK_BYTES,
  type UploadState,
} from "@shoal/contract";
import { canReplace, formatSizeLimit } from "@shoal/domain";
import { need } from "../../../platform/composition/need.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import type { DiskGuard } from "../../../platform/disk-guard.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { type Actor, makerOf } from "../../accounts/auth/index.ts";
import { dropReplacement } from "../encoding/index.ts";
import { createVideosRepository, type VideoRow, videoNotFound } from "../videos/index.ts";

type NewFile = BodyOf<typeof routes.replaceVideo>;
type ReplacementAnswer = ResponseOf<typeof routes.getReplacement>;
const OPEN_STATUSES: readonly VideoRow["status"][] = ["uploading", "upload_failed"];

/** Reads the received chunks of an upload. */
interface UploadStates {
  getUpload(actor: Actor, uuid: string): Promise<UploadState>;
}
export const UPLOAD_STATES = need<UploadStates>("states of uploads");

export interface ReplacementsDeps {
  db: Database;
  queue: Pick<JobQueue, "sendPurge" | "dropGenerations">;
  disk: DiskGuard;
  realtime: Pick<Realtime, "emit">;
  uploads: UploadStates;
}

/**
 * Replaces the media of videos under the same uuid (§7, /replacevideo). The new file has a row of its own and is uploaded and
 * encoded like any other. The video does not change until it takes over the media of that row.
 */
export function createReplacementsService({ db, queue, disk, realtime, uploads }: ReplacementsDeps) {
  return {
    /**
     * Announces a file, or resumes its interrupted upload. Discards another pending file.
     * @throws AppError "video_not_found", "illegal_transition" during work and for a cut, "file_too_large", "disk_low".
     */
    async replaceVideo(actor: Actor, uuid: string, file: NewFile): Promise<UploadState> {
      if (file.size > MAX_UPLOAD_BYTES)
        throw new AppError("file_too_large", `A file can be at most ${formatSizeLimit(MAX_UPLOAD_BYTES)}`);
      await disk.assertRoom(file.size);
      const uploadUuid = await db.transaction().execute(async (tx) => {
        const videos = createVideosRepository(tx);
        const video = await videos.lockVideo(actor.clientUuid, uuid);
        if (!video) throw videoNotFound();
        assertReplaceable(video);
        const present = await videos.lockReplacement(actor.clientUuid, uuid);
        if (present && isSameFile(present, file)) return present.uuid;
        if (present) await dropReplacement(tx, queue, present);
        return addReplacement(tx, actor, video, file);
      });
      announce(actor, uuid);
      return uploads.getUpload(actor, uploadUuid);
    },

    /** @throws AppError "video_not_found". */
    async getReplacement(actor: Actor, uuid: string): Promise<ReplacementAnswer> {
      const videos = createVideosRepository(db);
      const row = await videos.findReplacement(actor.clientUuid, uuid);
      // The video is read after the pending file, so that a replacement in between is reported with the new media.
      const video = await videos.findVideo(actor.clientUuid, uuid);
      if (!video) throw videoNotFound();
      return { replacement: row ? presentReplacement(row) : null, generation: video.generation };
    },

    /** Discards the pending file; does nothing if there is none. @throws AppError "video_not_found". */
    async cancelReplacement(actor: Actor, uuid: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const videos = createVideosRepository(tx);
        if (!(await videos.lockVideo(actor.clientUuid, uuid))) throw videoNotFound();
        const row = await videos.lockReplacement(actor.clientUuid, uuid);
        if (row) await dropReplacement(tx, queue, row);
      });
      announce(actor, uuid);
    },

    /** Cancels a replacement by the uuid of its upload. @returns false if the uuid is not a pending file. */
    async cancelUpload(actor: Actor, uploadUuid: string): Promise<boolean> {
      const row = await createVideosRepository(db).findUpload(actor.clientUuid, uploadUuid);
      if (!row?.replaces_uuid) return false;
      await this.cancelReplacement(actor, row.replaces_uuid);
      return true;
    },
  };

  function announce(actor: Actor, uuid: string): void {
    realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
  }
}
export type ReplacementsService = ReturnType<typeof createReplacementsService>;

function assertReplaceable(video: VideoRow): void {
  const subject = { encodingStatus: video.status, sourcePath: video.source_path };
  if (video.is_deleted || !canReplace(subject))
    throw new AppError(
      "illegal_transition",
      `The media of a video in status ${video.status} cannot be replaced`,
    );
}

/** Whether a file is the one whose upload was interrupted, with chunks still missing. */
const isSameFile = (row: VideoRow, file: NewFile) =>
  OPEN_STATUSES.includes(row.status) &&
  file.fingerprint !== undefined &&
  row.fingerprint === file.fingerprint &&
  row.size_bytes === file.size;

/** Adds a pending file, which is encoded with the settings of the video, in an unused generation of the video. */
async function addReplacement(tx: Tx, actor: Actor, video: VideoRow, file: NewFile) {
  const { clientUuid } = actor;
  const videos = createVideosRepository(tx);
  const generation = Math.max(video.generation, video.last_generation) + 1;
  await videos.updateVideo(clientUuid, video.uuid, { last_generation: generation });
  const uuid = randomUUID();
  await videos.addVideos([
    {
      uuid,
      client_uuid: clientUuid,
      user_uuid: makerOf(actor),
      title: video.title,
      status: "uploading",

      generation,
      last_generation: generation,
      encoding: video.encoding,
      first_pass: video.first_pass,
      input_qualities: JSON.stringify(video.input_qualities),
      is_accelerated: video.is_accelerated,

      original_name: file.originalname,
      fingerprint: file.fingerprint ?? null,
      size_bytes: file.size,
      chunk_count: Math.max(1, Math.ceil(file.size / UPLOAD_CHUNK_BYTES)),
      open_at_bytes: 1,
      source_object: `uploads/${video.uuid}/source-${uuid}`,

      replaces_uuid: video.uuid,
      trashed_at: "infinity",
    },
  ]);
  return uuid;
}

function presentReplacement(row: VideoRow): Replacement {
  const sentBytes = Math.min(row.contiguous_chunks * UPLOAD_CHUNK_BYTES, row.size_bytes ?? 0);
  return {
    uuid: row.uuid,
    originalname: row.original_name,
    size: row.size_bytes,
    status: row.status,
    uploadingPercent: row.size_bytes ? (100 * sentBytes) / row.size_bytes : row.uploading_percent,
    encodingPercent: row.encoding_percent,
    encodingETA: row.encoding_eta_sec,
    errorType: row.error_type,
  };
}
