import type { MediaStore } from "@shoal/store";
import type { Database } from "../../../platform/database.ts";
import { createCutsRepository } from "./cuts.repository.ts";

export interface MediaPurgeDeps {
  db: Database;
  store: Pick<MediaStore, "remove">;
}

/**
 * Removes folders of the media store, but for those that a cut still refers to, or an archive: these are kept until nothing holds them.
 * A cut is made, and a video removed, with the video's row locked, and this runs after the removal's commit: no cut can
 * begin to hold what is removed here.
 */
export function createMediaPurge({ db, store }: MediaPurgeDeps) {
  return async (prefixes: string[]): Promise<void> => {
    const cuts = createCutsRepository(db);
    // The end of a cut is a purge too: whatever it held may go then.
    const wanted = [...new Set([...prefixes, ...(await cuts.listKept())])];
    const held = new Set(await cuts.listHeld(wanted));
    await cuts.keep(wanted.filter((prefix) => held.has(prefix)));
    const free = wanted.filter((prefix) => !held.has(prefix));
    for (const prefix of free) await store.remove(prefix);
    await cuts.forgetKept(free);
  };
}
