import type { MediaStore } from "@shoal/store";
import type { Database } from "../../../platform/database.ts";
import { createCutsRepository } from "./cuts.repository.ts";

export interface MediaPurgeDeps {
  db: Database;
  store: Pick<MediaStore, "remove">;
}

/**
 * Removes folders of the media store, except those still referenced by a cut or an archive, which are kept until released.
 * Cutting and removing a video both lock its row, and this runs after the removal's commit: no new reference can appear here.
 */
export function createMediaPurge({ db, store }: MediaPurgeDeps) {
  return async (prefixes: string[]): Promise<void> => {
    const cuts = createCutsRepository(db);
    // Deleting a cut's media is a purge too: source media that only the cut needed can be deleted with them.
    const wanted = [...new Set([...prefixes, ...(await cuts.listKept())])];
    const held = new Set(await cuts.listHeld(wanted));
    await cuts.keep(wanted.filter((prefix) => held.has(prefix)));
    const free = wanted.filter((prefix) => !held.has(prefix));
    for (const prefix of free) await store.remove(prefix);
    await cuts.deleteKept(free);
  };
}
