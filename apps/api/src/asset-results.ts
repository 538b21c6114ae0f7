import type { AssetJobResult, AssetRef } from "@shoal/contract";
import { createPictureResults, createPicturesRepository } from "./modules/pictures/index.ts";
import type { Database } from "./platform/database.ts";
import type { JobQueue } from "./platform/queue/job-queue.ts";

/** What a module does with reports about its things that are no videos. */
interface AssetOwner {
  onResult(result: AssetJobResult): Promise<void>;
  /** No worker could do it, at any try. */
  onDead(uuid: string): Promise<void>;
}

/** Hands what workers report of things that are no videos to the modules that own them. */
export function createAssetResults({ db, queue }: { db: Database; queue: Pick<JobQueue, "sendPurge"> }) {
  const owners: Record<AssetRef["kind"], AssetOwner> = { picture: createPictureResults({ db, queue }) };
  return {
    onResult: (result: AssetJobResult) => owners[result.asset.kind].onResult(result),
    onDead: ({ kind, uuid }: AssetRef) => owners[kind].onDead(uuid),
    /** Forgets things that could not be made, once their owners had time to read why. */
    prune: () => createPicturesRepository(db).pruneFailedForWork(),
  };
}
