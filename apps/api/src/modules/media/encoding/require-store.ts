import type { MediaStore } from "@shoal/store";
import type { Database } from "../../../platform/database.ts";
import { createKnownMediaRepository } from "./known-media.repository.ts";

/** How many stored objects are looked for to recognize the store. */
const KNOWN_OBJECTS = 5;

/**
 * Verifies that the store is the one with the media. A folder whose disk is not mounted is an empty store until something is written
 * into it: that an object is not found there does not mean that it was never stored, or that it was deleted.
 * @throws Error if it holds nothing of what was stored.
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
