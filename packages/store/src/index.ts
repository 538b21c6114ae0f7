export { copyStore } from "./copy-store.ts";
export { makeDurableFolder, syncFolder } from "./durable-entries.ts";
export { FolderStore } from "./folder-store.ts";
export {
  checkPauseMs,
  encodingFloorOf,
  findFreeBytes,
  isDiskFull,
  MIN_FREE_MEDIA_BYTES,
} from "./free-bytes.ts";
export {
  GROWING_BLOCK_BYTES,
  type MediaStore,
  mayGrow,
  ObjectNotFound,
  type SeekableObject,
  type StoredObject,
  type StoreRange,
} from "./media-store.ts";
export { moveStore } from "./move-store.ts";
export { openMediaStore, openOneStore } from "./open-media-store.ts";
export { isStoreUnavailable, S3Error } from "./s3/s3-error.ts";
export { makeTransitFolder } from "./transit-folder.ts";
