export { makeDurableFolder, syncFolder } from "./durable-entries.ts";
export { FolderStore, MEDIA_FLOOR_BYTES } from "./folder-store.ts";
export { findFreeBytes, isDiskFull } from "./free-bytes.ts";
export { DiskFull, type MediaStore, ObjectNotFound } from "./media-store.ts";
export { openMediaStore } from "./open-store.ts";
