import type { MediaStore } from "@shoal/store";
import type { Database } from "../../../platform/database.ts";
import { createKnownMediaRepository } from "./known-media.repository.ts";

/** How many stored objects are looked up to recognise the store. */
const KNOWN_OBJECTS = 5;

/**
 * Verifies that the configured store contains this installation's media. A folder whose disk is not mounted is an empty store
 * until data is written into it, so a missing object proves neither that it was never stored nor that it was deleted.
 * @throws Error if the store contains none of the stored objects.
 */
export async function requireStore(
  db: Database,
  store: Pick<MediaStore, "findSize" | "list">,
): Promise<void> {
  const media = createKnownMediaRepository(db);
  const known = await media.listKnownObjects(KNOWN_OBJECTS);
  const sizes = await Promise.all(known.map((name) => store.findSize(name)));
  const isOther = known.length > 0 && sizes.every((size) => size === undefined);
  if (isOther || (!(await hasObjects(store)) && (await media.hasMedia())))
    throw new Error("The media store holds nothing of what was stored: is its disk mounted?");
}

/** Whether the store has an object whose name begins with the prefix. */
export async function hasObjects(store: Pick<MediaStore, "list">, prefix?: string): Promise<boolean> {
  for await (const _ of store.list(prefix)) return true;
  return false;
}
