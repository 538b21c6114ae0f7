export { makeDurableFolder, syncFolder } from "./durable-entries.ts";
export { FolderStore } from "./folder-store.ts";
export { type MediaStore, ObjectNotFound } from "./media-store.ts";
export { openMediaStore } from "./open-store.ts";
