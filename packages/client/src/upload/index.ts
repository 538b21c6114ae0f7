export { createRandomUuid } from "../random-uuid.ts";
export { tidyUrl } from "../tidy-url.ts";
export type { VideoFields } from "./client-upload-server.ts";
export { createUploadServer } from "./client-upload-server.ts";
export { createPatience, type RetryTimers } from "./persistence.ts";
export { sendChunk } from "./send-chunk.ts";
export { sha256 } from "./sha256.ts";
export {
  isUnderWay,
  isVideoFile,
  type Refusal,
  type SourceFile,
  titleOf,
  type UploadFault,
  type UploadItem,
  type UploadStatus,
} from "./upload-item.ts";
export { UploadManager } from "./upload-manager.ts";
export type { UploadServer } from "./upload-server.ts";
