import type { MediaStore } from "@shoal/store";
import type { Database } from "../../../platform/database.ts";
import { createCutsRepository } from "./cuts.repository.ts";
import { hasObjects, requireStore } from "./require-store.ts";

export interface MediaPurgeDeps {
  db: Database;
  store: Pick<MediaStore, "remove" | "findSize" | "list">;
}

/**
 * Removes folders of the media store. Folders still referenced by a cut or an archive are kept until released. Cutting and removing
 * a video both lock its row, and this runs after the removal has been committed, so no new reference can appear here.
 * @throws Error if some folders could not be removed, after the others; or if none of them exists or a kept folder is missing, and
 * the store contains no other stored object either, for example because its disk is not mounted. The queue then repeats the purge.
 */
export function createMediaPurge({ db, store }: MediaPurgeDeps) {
  return async (prefixes: string[]): Promise<void> => {
    const cuts = createCutsRepository(db);
    // Kept folders are checked as well, since the removal of a cut may release the media of its source.
    const kept = await cuts.listKept();
    const wanted = [...new Set([...prefixes, ...kept])];
    const held = new Set(await cuts.listHeld(wanted));
    await cuts.keep(wanted.filter((prefix) => held.has(prefix)));
    const free = wanted.filter((prefix) => !held.has(prefix));
    if (free.length === 0) return;
    const released = kept.filter((prefix) => !held.has(prefix));
    // Folders that were kept had media, so each folder that is missing now may be on a disk that is not mounted.
    if (!(await hasAny(store, free)) || !(await hasEach(store, released))) await requireStore(db, store);
    const { removed, faults } = await removePrefixes(store, free);
    await cuts.deleteKept(removed);
    if (faults.length > 0)
      throw new AggregateError(faults, `${faults.length} of ${free.length} media folders were not removed`);
  };
}

async function hasAny(store: Pick<MediaStore, "list">, prefixes: readonly string[]): Promise<boolean> {
  for (const prefix of prefixes) if (await hasObjects(store, prefix)) return true;
  return false;
}

async function hasEach(store: Pick<MediaStore, "list">, prefixes: readonly string[]): Promise<boolean> {
  for (const prefix of prefixes) if (!(await hasObjects(store, prefix))) return false;
  return true;
}

/** A folder that cannot be removed, for example because of its permissions, must not prevent the removal of the others. */
async function removePrefixes(store: Pick<MediaStore, "remove">, prefixes: readonly string[]) {
  const removed: string[] = [];
  const faults: unknown[] = [];
  for (const prefix of prefixes)
    try {
      await store.remove(prefix);
      removed.push(prefix);
    } catch (error) {
      faults.push(error);
    }
  return { removed, faults };
}
