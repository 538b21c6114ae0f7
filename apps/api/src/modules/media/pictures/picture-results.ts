import type { AssetErrorType } from "@shoal/contract";
import type { AssetJobResult } from "@shoal/contract/jobs";
import type { Database, Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import { createPicturesRepository } from "./pictures.repository.ts";
import { folderOf, sourceFolderOf } from "./pictures.service.ts";

/** Applies workers' reports about pictures. A report that arrives twice, or after the picture's deletion, changes nothing. */
export function createPictureResults({ db, queue }: { db: Database; queue: Pick<JobQueue, "sendPurge"> }) {
  return {
    onResult: (result: AssetJobResult): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { uuid } = result.asset;
        if (result.type === "preview") return;
        if (result.type === "asset-failed") return fail(tx, uuid, result.fault.errorType);
        const picture = await createPicturesRepository(tx).lockForWork(uuid);
        if (picture?.state !== "preparing") return removeStray(tx, uuid, picture !== undefined);
        await createPicturesRepository(tx).updatePicture(picture.client_uuid, uuid, {
          state: "ready",
          width: result.width,
          height: result.height,
          files: JSON.stringify(result.files),
          stored_bytes: result.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        });
        await queue.sendPurge(tx, { prefixes: [sourceFolderOf(uuid)] });
      }),

    /** Records that workers failed to make a picture at every try. */
    onDead: (uuid: string): Promise<void> => db.transaction().execute((tx) => fail(tx, uuid, "failed")),
  };

  /** Marks a picture as failed and removes its files. */
  async function fail(tx: Tx, uuid: string, errorType: AssetErrorType): Promise<void> {
    const picture = await createPicturesRepository(tx).lockForWork(uuid);
    if (picture?.state !== "preparing") return removeStray(tx, uuid, picture !== undefined);
    await createPicturesRepository(tx).updatePicture(picture.client_uuid, uuid, {
      state: "failed",
      error_type: errorType,
    });
    await queue.sendPurge(tx, { prefixes: [folderOf(uuid)] });
  }

  /** Removes files that arrived after the picture was deleted. */
  async function removeStray(tx: Tx, uuid: string, isThere: boolean): Promise<void> {
    if (!isThere) await queue.sendPurge(tx, { prefixes: [folderOf(uuid)] });
  }
}
export type PictureResults = ReturnType<typeof createPictureResults>;
