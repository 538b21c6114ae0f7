import { AppError, MAX_UPLOAD_BYTES, UPLOAD_CHUNK_BYTES, type UploadState } from "@shoal/contract";
import { formatSizeLimit, isUploadOpen } from "@shoal/domain";
import type { FetchPolicy } from "@shoal/safe-fetch";
import type { MediaStore } from "@shoal/store";
import type { SecretBox } from "@shoal/tokens";
import type { Database, Tx } from "../../../platform/database.ts";
import type { DiskGuard } from "../../../platform/disk-guard.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { recordResponse } from "../../../platform/recorded-changes.ts";
import { type Actor, makerOf } from "../../accounts/auth/index.ts";
import { sendFetches, sourceObjectOf } from "../encoding/index.ts";
import {
  createVideosRepository,
  isUploadComplete,
  mediaUuidOf,
  type VideoRow,
  videoNotFound,
} from "../videos/index.ts";
import type { ChunkBody } from "./chunk-body.ts";
import type { ConfigOfNew } from "./config-of-new.ts";
import type { NewLives } from "./new-lives.ts";
import { findFaults, liveOptionsOf, rowsOf } from "./new-videos.ts";
import type { NewVideo } from "./requested-video.ts";
import { createUploadsRepository } from "./uploads.repository.ts";

/** Reads the caller's chunk and passes it to `use`; its bytes are valid only until `use` is done. */
type UseBody = <T>(use: (body: ChunkBody) => Promise<T>) => Promise<T>;

export interface UploadsDeps {
  db: Database;
  store: Pick<MediaStore, "writeAt">;
  disk: DiskGuard;
  queue: Pick<JobQueue, "send" | "sendPurge">;
  storage: { assertMayCreate(actor: Actor): Promise<void> };
  fetchPolicy: FetchPolicy;
  /** Encrypts source URLs, which may contain credentials. */
  sourceUrls: SecretBox;
  newLives: NewLives;
  configOfNew: ConfigOfNew;
  realtime: Pick<Realtime, "emit">;
  /** Starts work once bytes have arrived; runs within the chunk's transaction. */
  encoding: { onBytesArrived(tx: Tx, video: VideoRow, availableBytes: number): Promise<void> };
}

export function createUploadsService(deps: UploadsDeps) {
  const { db, store, disk, realtime, encoding } = deps;
  const service = {
    /**
     * Announces one file.
     * @throws the same errors as `createVideos`.
     */
    async createVideo(
      actor: Actor,
      file: NewVideo,
      answerOf?: (row: VideoRow) => unknown,
    ): Promise<VideoRow> {
      assertCreatable(file);
      const [row] = await service.createVideos(actor, [file], {
        answerOf: ([added]) => added && answerOf?.(added),
      });
      if (!row) throw new AppError("internal_error");
      return row;
    },

    /**
     * Announces files, storing nothing if they would not fit, and starts to fetch those with a URL.
     * @param answerOf makes the call's response, which is stored with the videos if the call has an idempotency key.
     * @param uuids the uuids to use if the videos come from another installation.
     * @param alongside writes additional data in the same transaction.
     * @throws AppError "free_tier_exceeded", "file_too_large", "disk_low", "config_not_found" for an API key, or "bad_request"
     * for a URL or a password.
     */
    async createVideos(
      actor: Actor,
      files: NewVideo[],
      {
        answerOf,
        uuids,
        alongside,
      }: {
        answerOf?: (rows: VideoRow[]) => unknown;
        uuids?: readonly string[];
        alongside?: (tx: Tx, added: VideoRow[]) => Promise<void>;
      } = {},
    ): Promise<VideoRow[]> {
      assertCreatable(files);
      for (const file of files) deps.newLives.assertMayKeep(actor, liveOptionsOf(file));
      await deps.storage.assertMayCreate(actor);
      const totalBytes = files.reduce((total, file) => total + (file.size ?? 0), 0);
      if (files.some((file) => (file.size ?? 0) > MAX_UPLOAD_BYTES))
        throw new AppError("file_too_large", `A file can be at most ${formatSizeLimit(MAX_UPLOAD_BYTES)}`);
      await disk.assertRoom(totalBytes);
      const own = await rowsOf(actor, files, deps);
      const columns = uuids ? own.map((row, n) => ({ ...row, uuid: uuids[n] })) : own;
      const rows = await db.transaction().execute(async (tx) => {
        const added = await createVideosRepository(tx).addVideos(columns);
        const [first] = added;
        if (first) await actor.uploadToken?.use(tx, first.uuid);
        const config = actor.uploadToken ? actor.uploadToken.config : actor.key?.fixedParameters.config;
        const addedUuids = added.map(({ uuid }) => uuid);
        if (config) await deps.configOfNew.setConfig(tx, actor.clientUuid, addedUuids, config);
        await deps.newLives.addLives(
          tx,
          added.flatMap((video, n) => (video.type === "live" ? [liveOf(video, files[n])] : [])),
        );
        await deps.newLives.addExternalStreams(
          tx,
          added.map((video, n) => ({ video, streams: files[n]?.externalStreams })),
        );
        const ofUrls = added.filter(({ type }) => type === "vod");
        await sendFetches(tx, deps.queue, ofUrls);
        recordResponse(answerOf?.(added));
        await alongside?.(tx, added);
        return added;
      });
      for (const { uuid } of rows) realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: true });
      return rows;
    },

    /** @throws AppError if the chunk does not belong to an open upload of the actor's client. */
    async storeChunk(actor: Actor, uuid: string, number: number, useBody: UseBody) {
      const video = await findOpen(actor, uuid);
      const state = await useBody((body) => keepChunk(actor, video, number, body));
      if (state.isFirst || state.isComplete) emitChange(video);
      return { received: state.received, chunkCount: state.chunkCount, isComplete: state.isComplete };
    },

    async getUpload(actor: Actor, uuid: string): Promise<UploadState> {
      const video = await createVideosRepository(db).findUpload(actor.clientUuid, uuid);
      if (!video) throw videoNotFound();
      return stateOf(video);
    },

    async findUploads(actor: Actor, fingerprint: string): Promise<UploadState[]> {
      const videos = createVideosRepository(db);
      const rows = await videos.listUnfinishedUploads(actor.clientUuid, makerOf(actor), fingerprint);
      return Promise.all(rows.map(stateOf));
    },

    /** Marks uploads as failed after their page was closed. Complete uploads and other clients' uploads are unaffected. */
    async failUploads(actor: Actor, uuids: string[]): Promise<void> {
      for (const uuid of uuids) {
        const changed = await db.transaction().execute(async (tx) => {
          const videos = createVideosRepository(tx);
          const video = await videos.lockUpload(actor.clientUuid, uuid);
          if (video?.status !== "uploading" || !isSentInChunks(video)) return undefined;
          await videos.moveVideo(video, ["upload_failed"], { uploading_eta_sec: null });
          return video;
        });
        if (changed) emitChange(changed);
      }
    },
  };
  return service;

  /** @throws AppError "bad_request" that names every invalid field, with its index for a list. */
  function assertCreatable(wanted: NewVideo | NewVideo[]): void {
    const faults = Array.isArray(wanted)
      ? wanted.flatMap((video, index) =>
          findFaults(video, deps).map(({ path, reason }) => ({
            path: `${index}.${path}`,
            reason,
          })),
        )
      : findFaults(wanted, deps);
    if (faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  }

  function emitChange(video: VideoRow): void {
    realtime.emit(video.client_uuid, "video.changed", { uuid: mediaUuidOf(video), isNew: false });
  }

  async function keepChunk(actor: Actor, video: VideoRow, number: number, body: ChunkBody) {
    assertChunkPosition(video, number, body);
    const uploads = createUploadsRepository(db);
    const otherBytes = new AppError(
      "chunk_checksum_mismatch",
      `Chunk ${number} was already sent with different bytes`,
    );
    const isStored = async () => {
      const known = await uploads.findChunk(video.uuid, number);
      if (known && !known.sha256.equals(body.sha256)) throw otherBytes;
      return known !== undefined;
    };
    if (!(await isStored())) {
      if (!(await uploads.claimChunk(video.uuid, number, body.sha256))) throw otherBytes;
      // The chunk may have been stored, and its claim released, since the first check.
      await isStored().catch(async (error: unknown) => {
        await uploads.endClaim(video.uuid, number);
        throw error;
      });
      await disk.assertRoom(await countBytesToCome(video, number, body));
      await store.writeAt(sourceObjectOf(video), number * UPLOAD_CHUNK_BYTES, body.parts);
    }
    const state = await db.transaction().execute((tx) => recordChunk(tx, actor, video, number, body));
    if (!state) throw videoNotFound();
    return state;
  }

  /** Returns the bytes to reserve. A file of unknown size extends at least to the end of this chunk. */
  async function countBytesToCome(video: VideoRow, number: number, { sizeBytes }: ChunkBody) {
    if (video.chunk_count !== null) return sizeBytes;
    const stored = await createUploadsRepository(db).countChunks(video.uuid);
    return Math.max(0, number - stored) * UPLOAD_CHUNK_BYTES + sizeBytes;
  }

  async function findOpen(actor: Actor, uuid: string): Promise<VideoRow> {
    const video = await createVideosRepository(db).findUpload(actor.clientUuid, uuid);
    if (!video) throw videoNotFound();
    if (!isSentInChunks(video) || isUploadComplete(video) || video.is_deleted || !isUploadOpen(video.status))
      throw new AppError("upload_not_open", "This upload has ended");
    return video;
  }

  async function stateOf(video: VideoRow): Promise<UploadState> {
    return {
      uuid: video.uuid,
      status: video.status,
      size: video.size_bytes,
      chunkSize: UPLOAD_CHUNK_BYTES,
      chunkCount: video.chunk_count,
      received: await createUploadsRepository(db).listRanges(video.uuid),
    };
  }

  /** Deletes a chunk whose bytes may have arrived after the purge of a cancelled upload. */
  async function dropLateChunk(tx: Tx, video: VideoRow): Promise<undefined> {
    await deps.queue.sendPurge(tx, { prefixes: [sourceObjectOf(video)] });
  }

  /** Records a chunk. A chunk that was in flight when its page was closed is stored, but does not resume the upload. */
  async function recordChunk(tx: Tx, actor: Actor, before: VideoRow, number: number, body: ChunkBody) {
    const { uuid, status: statusBefore } = before;
    const videos = createVideosRepository(tx);
    const uploads = createUploadsRepository(tx);
    const video = await videos.lockUpload(actor.clientUuid, uuid);
    if (!video || video.is_deleted) return dropLateChunk(tx, before);
    // The upload's chunks were removed while this chunk was written, so its bytes are in the old object.
    if (sourceObjectOf(video) !== sourceObjectOf(before))
      throw new AppError("unavailable", "The upload was restarted: send the chunk again");
    const received = await uploads.countChunks(uuid);
    // The same chunk arrived concurrently and completed the upload, or a user stopped it in the meantime.
    if (isUploadComplete(video) || !isUploadOpen(video.status))
      return { received, chunkCount: video.chunk_count, isComplete: isUploadComplete(video), isFirst: false };
    await uploads.addChunk(uuid, number, body.sizeBytes, body.sha256);
    await uploads.endClaim(uuid, number);
    const contiguous =
      number === video.contiguous_chunks ? await uploads.findFirstGap(uuid, number) : video.contiguous_chunks;
    const chunkCount = video.chunk_count ?? (body.isEnd ? number + 1 : null);
    const sizeBytes = video.size_bytes ?? (body.isEnd ? number * UPLOAD_CHUNK_BYTES + body.sizeBytes : null);
    const receivedNow = await uploads.countChunks(uuid);
    const isResumed = statusBefore === "upload_failed" && video.status === "upload_failed";
    const updated = await videos.moveVideo(video, isResumed ? ["uploading"] : [], {
      contiguous_chunks: contiguous,
      chunk_count: chunkCount,
      size_bytes: sizeBytes,
      upload_feedback_at: new Date(),
    });
    const availableBytes = Math.min(contiguous * UPLOAD_CHUNK_BYTES, sizeBytes ?? Number.POSITIVE_INFINITY);
    await encoding.onBytesArrived(tx, updated, availableBytes);
    return {
      received: receivedNow,
      chunkCount,
      isComplete: isUploadComplete(updated),
      isFirst: receivedNow === 1,
    };
  }
}
export type UploadsService = ReturnType<typeof createUploadsService>;

/** Whether a file is sent in chunks, which excludes fetched files and lives: a live of a camera can be `uploading` too. */
const isSentInChunks = ({ source_url, type }: VideoRow): boolean => source_url === null && type !== "live";

const liveOf = (video: VideoRow, wanted: NewVideo | undefined) => ({
  ...liveOptionsOf(wanted),
  video,
  liveType: wanted?.liveType,
});

function assertChunkPosition(video: VideoRow, number: number, { sizeBytes, isEnd }: ChunkBody): void {
  if (number * UPLOAD_CHUNK_BYTES + sizeBytes > MAX_UPLOAD_BYTES)
    throw new AppError("file_too_large", `A file can be at most ${formatSizeLimit(MAX_UPLOAD_BYTES)}`);
  if (video.chunk_count === null) {
    if (!isEnd && sizeBytes !== UPLOAD_CHUNK_BYTES)
      throw new AppError(
        "chunk_size_wrong",
        `Only the last chunk can be shorter than ${UPLOAD_CHUNK_BYTES} bytes`,
      );
    return;
  }
  if (number >= video.chunk_count)
    throw new AppError("bad_request", "No such chunk", [
      { path: "chunkNumber", reason: `must be below ${video.chunk_count}` },
    ]);
  const isLast = number === video.chunk_count - 1;
  const expected = isLast ? (video.size_bytes ?? 0) - number * UPLOAD_CHUNK_BYTES : UPLOAD_CHUNK_BYTES;
  if (sizeBytes !== expected)
    throw new AppError("chunk_size_wrong", `Chunk ${number} must have ${expected} bytes`);
  if (isEnd && !isLast)
    throw new AppError("bad_request", "The last chunk arrived before the file was complete", [
      { path: "end", reason: "must be on the last chunk" },
    ]);
}
