import {
  AppError,
  type BodyOf,
  type routes,
  UPLOAD_CHUNK_BYTES,
  UPLOAD_MAX_BYTES,
  type UploadState,
} from "@shoal/contract";
import type { MediaStore } from "@shoal/store";
import type { Database, Tx } from "../../platform/database.ts";
import type { DiskGuard } from "../../platform/disk-guard.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Actor } from "../auth/index.ts";
import { sourceObjectOf } from "../encoding/index.ts";
import {
  createVideosRepository,
  DEFAULT_QUALITIES,
  isWholeThere,
  type VideoRow,
  videoNotFound,
  withoutDuplicates,
} from "../videos/index.ts";
import type { ChunkBody } from "./chunk-body.ts";
import { createUploadsRepository } from "./uploads.repository.ts";

type NewVideo = BodyOf<typeof routes.createVideo>;
const OPEN_STATUSES: readonly VideoRow["status"][] = ["uploading", "upload_failed"];

/** Reads the chunk that the caller sends and hands it on; its bytes live as long as `use` runs. */
type UseBody = <T>(use: (body: ChunkBody) => Promise<T>) => Promise<T>;

export interface UploadsDeps {
  db: Database;
  store: Pick<MediaStore, "writeAt">;
  disk: DiskGuard;
  realtime: Pick<Realtime, "emit">;
  /** What begins once bytes are there; runs inside the chunk's transaction. */
  encoding: { onBytesArrived(tx: Tx, video: VideoRow, availableBytes: number): Promise<void> };
}

export function createUploadsService({ db, store, disk, realtime, encoding }: UploadsDeps) {
  return {
    /** Announces files; nothing is stored of those that would not fit. */
    async createVideos(actor: Actor, files: NewVideo[]): Promise<VideoRow[]> {
      const totalBytes = files.reduce((total, file) => total + (file.size ?? 0), 0);
      if (files.some((file) => (file.size ?? 0) > UPLOAD_MAX_BYTES))
        throw new AppError("file_too_large", `A file has ${UPLOAD_MAX_BYTES} bytes at most`);
      await disk.assertRoom(totalBytes);
      const rows = await createVideosRepository(db).addVideos(files.map((file) => newRow(actor, file)));
      for (const { uuid } of rows) realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: true });
      return rows;
    },

    /** @throws AppError when the chunk does not belong to an open upload of the actor's client. */
    async storeChunk(actor: Actor, uuid: string, number: number, useBody: UseBody) {
      const video = await findOpen(actor, uuid);
      const state = await useBody((body) => keepChunk(actor, video, number, body));
      if (state.isFirst || state.isComplete)
        realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
      return { received: state.received, chunkCount: state.chunkCount, isComplete: state.isComplete };
    },

    async getUpload(actor: Actor, uuid: string): Promise<UploadState> {
      const video = await createVideosRepository(db).findVideo(actor.clientUuid, uuid);
      if (!video) throw videoNotFound();
      return stateOf(video);
    },

    async findUploads(actor: Actor, fingerprint: string): Promise<UploadState[]> {
      const videos = createVideosRepository(db);
      const rows = await videos.listUnfinishedUploads(actor.clientUuid, actor.userUuid, fingerprint);
      return Promise.all(rows.map(stateOf));
    },

    /** Marks uploads whose page was left. Those of other clients and those that are complete stay as they are. */
    async failUploads(actor: Actor, uuids: string[]): Promise<void> {
      for (const uuid of uuids) {
        const changed = await db.transaction().execute(async (tx) => {
          const videos = createVideosRepository(tx);
          const video = await videos.lockVideo(actor.clientUuid, uuid);
          if (video?.status !== "uploading") return false;
          await videos.updateVideo(actor.clientUuid, uuid, {
            status: "upload_failed",
            uploading_eta_sec: null,
          });
          return true;
        });
        if (changed) realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
      }
    },
  };

  async function keepChunk(actor: Actor, video: VideoRow, number: number, body: ChunkBody) {
    assertPlace(video, number, body);
    const known = await createUploadsRepository(db).findChunk(video.uuid, number);
    if (known && !known.sha256.equals(body.sha256))
      throw new AppError("chunk_checksum_mismatch", `Chunk ${number} was stored with other bytes`);
    if (!known) {
      await disk.assertRoom(body.bytes.length);
      await store.writeAt(sourceObjectOf(video), number * UPLOAD_CHUNK_BYTES, body.bytes);
    }
    return db.transaction().execute((tx) => noteChunk(tx, actor, video.uuid, number, body));
  }

  async function findOpen(actor: Actor, uuid: string): Promise<VideoRow> {
    const video = await createVideosRepository(db).findVideo(actor.clientUuid, uuid);
    if (!video) throw videoNotFound();
    if (isWholeThere(video) || video.is_deleted || !OPEN_STATUSES.includes(video.status))
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

  async function noteChunk(tx: Tx, actor: Actor, uuid: string, number: number, body: ChunkBody) {
    const videos = createVideosRepository(tx);
    const uploads = createUploadsRepository(tx);
    const video = await videos.lockVideo(actor.clientUuid, uuid);
    if (!video) throw videoNotFound();
    await uploads.addChunk(uuid, number, body.bytes.length, body.sha256);
    const contiguous =
      number === video.contiguous_chunks ? await uploads.findFirstGap(uuid, number) : video.contiguous_chunks;
    const chunkCount = video.chunk_count ?? (body.isEnd ? number + 1 : null);
    const sizeBytes =
      video.size_bytes ?? (body.isEnd ? number * UPLOAD_CHUNK_BYTES + body.bytes.length : null);
    const received = await uploads.countChunks(uuid);
    const updated = await videos.updateVideo(actor.clientUuid, uuid, {
      contiguous_chunks: contiguous,
      chunk_count: chunkCount,
      size_bytes: sizeBytes,
      ...(video.status === "upload_failed" ? { status: "uploading" as const } : {}),
    });
    const availableBytes = Math.min(contiguous * UPLOAD_CHUNK_BYTES, sizeBytes ?? Number.POSITIVE_INFINITY);
    await encoding.onBytesArrived(tx, updated, availableBytes);
    return { received, chunkCount, isComplete: isWholeThere(updated), isFirst: received === 1 };
  }
}
export type UploadsService = ReturnType<typeof createUploadsService>;

function newRow(actor: Actor, file: NewVideo) {
  return {
    client_uuid: actor.clientUuid,
    user_uuid: actor.userUuid,
    title: file.title,
    description: file.description ?? "",
    tags: withoutDuplicates(file.tags ?? []),
    status: "uploading" as const,
    encoding: file.encoding,
    input_qualities: file.inputQualities ? JSON.stringify(file.inputQualities) : DEFAULT_QUALITIES,
    first_pass: file.firstPass,
    autoplay: file.autoplay ?? actor.user.default_autoplay,
    original_name: file.originalname ?? null,
    fingerprint: file.fingerprint ?? null,
    size_bytes: file.size ?? null,
    // A file of zero bytes has one chunk, of zero bytes, so that it takes the road of all files.
    chunk_count: file.size === undefined ? null : Math.max(1, Math.ceil(file.size / UPLOAD_CHUNK_BYTES)),
    open_at_bytes: 1,
  };
}

function assertPlace(video: VideoRow, number: number, { bytes, isEnd }: ChunkBody): void {
  if (video.chunk_count === null) {
    if (!isEnd && bytes.length !== UPLOAD_CHUNK_BYTES)
      throw new AppError(
        "chunk_size_wrong",
        `Only the last chunk may be shorter than ${UPLOAD_CHUNK_BYTES} bytes`,
      );
    return;
  }
  if (number >= video.chunk_count)
    throw new AppError("bad_request", "There is no such chunk", [
      { path: "chunkNumber", reason: `must be below ${video.chunk_count}` },
    ]);
  const isLast = number === video.chunk_count - 1;
  const expected = isLast ? (video.size_bytes ?? 0) - number * UPLOAD_CHUNK_BYTES : UPLOAD_CHUNK_BYTES;
  if (bytes.length !== expected)
    throw new AppError("chunk_size_wrong", `Chunk ${number} must have ${expected} bytes`);
  if (isEnd && !isLast)
    throw new AppError("bad_request", "The end came too early", [
      { path: "end", reason: "is not on the last chunk" },
    ]);
}
