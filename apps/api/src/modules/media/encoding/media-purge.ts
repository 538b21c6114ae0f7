import type { MediaStore } from "@shoal/store";
import type { Database } from "../../../platform/database.ts";
import { createCutsRepository } from "./cuts.repository.ts";

export interface MediaPurgeDeps {
  db: Database;
  store: Pick<MediaStore, "remove">;
}

/**
 * Removes folders of the media store. Those still referenced by a cut or an archive are kept until released. Cutting and
 * removing a video both lock its row, and this runs after the removal has been committed, so no new reference can appear here.
 */
export function createMediaPurge({ db, store }: MediaPurgeDeps) {
  return async (prefixes: string[]): Promise<void> => {
    const cuts = createCutsRepository(db);
    // Kept folders are checked as well, since the removal of a cut may release the media of its source.
    const wanted = [...new Set([...prefixes, ...(await cuts.listKept())])];
    const held = new Set(await cuts.listHeld(wanted));
    await cuts.keep(wanted.filter((prefix) => held.has(prefix)));
    const free = wanted.filter((prefix) => !held.has(prefix));
    for (const prefix of free) await store.remove(prefix);
    await cuts.deleteKept(free);
  };
}
