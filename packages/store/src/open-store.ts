import { FolderStore } from "./folder-store.ts";
import type { MediaStore } from "./media-store.ts";

/**
 * Opens the media store that a setting names: a folder, as a path or a `file://` URL.
 * @throws Error for any other scheme.
 */
export async function openMediaStore(location: string): Promise<MediaStore> {
  if (/^[a-z0-9+]+:\/\//i.test(location) && !location.startsWith("file://"))
    throw new Error(`MEDIA_STORE: ${location.split(":")[0]}:// is not supported; use a folder`);
  const store = new FolderStore(location.replace(/^file:\/\//, ""));
  await store.prepare();
  return store;
}
