import { randomUUID } from "node:crypto";
import { AppError, type ArrivalUpload, type CreateArrivalUpload, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import type { MediaStore } from "@shoal/store";
import type { Database } from "../../../platform/database.ts";
import type { DiskGuard } from "../../../platform/disk-guard.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import type { ChunkBody } from "../../media/uploads/index.ts";
import { createArrivalUploadsRepository, type FoundUpload } from "./arrival-uploads.repository.ts";
import { arrivalNotFound, arrivalsTooMany } from "./arrivals.errors.ts";
import { createArrivalsRepository } from "./arrivals.repository.ts";
import { archiveFolderOf, archiveObjectOf } from "./stored-archive.ts";

/** The number of unneeded archives that one sweep removes at most; the next sweep removes others. */
const ARCHIVES_PER_SWEEP = 100;

export interface ArrivalUploadsDeps {
  db: Database;
  store: Pick<MediaStore, "writeAt">;
  disk: DiskGuard;
  queue: Pick<JobQueue, "sendPurge">;
  storage: { assertMayCreate(actor: Actor): Promise<void> };
}

/** Creates the service through which archives are uploaded as files, in chunks like sources of videos. */
export function createArrivalUploadsService({ db, store, disk, queue, storage }: ArrivalUploadsDeps) {
  return {
    /**
     * Starts an upload, or resumes an unfinished upload of the same file.
     * @throws AppError "arrivals_too_many", "disk_low", "free_tier_exceeded".
     */
    async createUpload(actor: Actor, file: CreateArrivalUpload): Promise<ArrivalUpload> {
      const { clientUuid, userUuid } = actor;
      const same = await createArrivalUploadsRepository(db).findSame(clientUuid, file);
      if (same) return stateOf(clientUuid, same);
      await storage.assertMayCreate(actor);
      await disk.assertRoom(file.size);
      const uuid = randomUUID();
      const made = await db.transaction().execute(async (tx): Promise<FoundUpload> => {
        const arrivals = createArrivalsRepository(tx);
        const uploads = createArrivalUploadsRepository(tx);
        await arrivals.lockClient(clientUuid);
        const other = await uploads.findSame(clientUuid, file);
        if (other) return other;
        if (await arrivals.isFull(clientUuid)) throw arrivalsTooMany();
        await uploads.addUpload({
          uuid,
          client_uuid: clientUuid,
          user_uuid: userUuid,
          file_name: file.originalname,
          fingerprint: file.fingerprint,
          size_bytes: file.size,
        });
        await uploads.recordObject(uuid);
        return { uuid, state: "uploading", size_bytes: file.size };
      });
      return stateOf(clientUuid, made);
    },

    /** @throws AppError "arrival_not_found". */
    async getUpload({ clientUuid }: Actor, uuid: string): Promise<ArrivalUpload> {
      const upload = await createArrivalUploadsRepository(db).findUpload(clientUuid, uuid);
      if (!upload) throw arrivalNotFound();
      return stateOf(clientUuid, upload);
    },

    /** @throws AppError "arrival_not_found", "upload_not_open", "chunk_size_wrong", "chunk_checksum_mismatch", "disk_low". */
    async storeChunk(
      { clientUuid }: Actor,
      uuid: string,
      number: number,
      useBody: <T>(use: (body: ChunkBody) => Promise<T>) => Promise<T>,
    ) {
      const uploads = createArrivalUploadsRepository(db);
      const upload = await uploads.findUpload(clientUuid, uuid);
      if (!upload) throw arrivalNotFound();
      if (upload.state !== "uploading") throw uploadEndedError();
      return useBody(async ({ parts, sizeBytes, sha256 }) => {
        assertChunkPosition(upload, number, sizeBytes);
        if (!(await uploads.claimChunk(clientUuid, uuid, { number, sha256 })))
          throw new AppError(
            "chunk_checksum_mismatch",
            `Chunk ${number} was already sent with different bytes`,
          );
        await disk.assertRoom(sizeBytes);
        await store.writeAt(archiveObjectOf(uuid), number * UPLOAD_CHUNK_BYTES, parts);
        return recordChunk(clientUuid, uuid, number);
      });
    },

    /** Marks abandoned uploads as failed, and removes archives that are no longer needed. */
    async sweep(): Promise<void> {
      await createArrivalUploadsRepository(db).endAbandoned();
      await db.transaction().execute(async (tx) => {
        const prefixes = (await createArrivalUploadsRepository(tx).removeUnneeded(ARCHIVES_PER_SWEEP)).map(
          archiveFolderOf,
        );
        if (prefixes.length > 0) await queue.sendPurge(tx, { prefixes });
      });
    },
  };

  async function recordChunk(clientUuid: string, uuid: string, number: number) {
    const state = await db.transaction().execute(async (tx) => {
      const uploads = createArrivalUploadsRepository(tx);
      const upload = await uploads.lockUpload(clientUuid, uuid);
      // The upload ended while this chunk was written, so its bytes may have been stored after the others were removed.
      if (!upload || upload.state === "failed") {
        await uploads.recordObject(uuid);
        return undefined;
      }
      const chunkCount = chunkCountOf(upload);
      if (upload.state !== "uploading") return { received: chunkCount, chunkCount, isComplete: true };
      const received = await uploads.recordStored(clientUuid, uuid, number);
      const isComplete = received === chunkCount;
      if (isComplete) await uploads.startCheck(clientUuid, uuid);
      return { received, chunkCount, isComplete };
    });
    if (!state) throw arrivalNotFound();
    return state;
  }

  async function stateOf(clientUuid: string, upload: FoundUpload): Promise<ArrivalUpload> {
    return {
      uuid: upload.uuid,
      size: upload.size_bytes,
      chunkSize: UPLOAD_CHUNK_BYTES,
      chunkCount: chunkCountOf(upload),
      received: await createArrivalUploadsRepository(db).listRanges(clientUuid, upload.uuid),
    };
  }
}
export type ArrivalUploadsService = ReturnType<typeof createArrivalUploadsService>;

const chunkCountOf = ({ size_bytes }: Pick<FoundUpload, "size_bytes">) =>
  Math.ceil(size_bytes / UPLOAD_CHUNK_BYTES);

const uploadEndedError = () => new AppError("upload_not_open", "This upload has ended");

function assertChunkPosition(upload: FoundUpload, number: number, sizeBytes: number): void {
  const count = chunkCountOf(upload);
  if (number >= count)
    throw new AppError("bad_request", "No such chunk", [
      { path: "chunkNumber", reason: `must be below ${count}` },
    ]);
  const expected = Math.min(UPLOAD_CHUNK_BYTES, upload.size_bytes - number * UPLOAD_CHUNK_BYTES);
  if (sizeBytes !== expected)
    throw new AppError("chunk_size_wrong", `Chunk ${number} must have ${expected} bytes`);
}
