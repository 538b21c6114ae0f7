import { createPatience, UploadManager } from "@shoal/client/upload";
import { useSyncExternalStore } from "react";
import { apiUploadServer } from "./api-upload-server.ts";
import { createHasher } from "./hasher.ts";
import { VIDEO_UPLOADS } from "./upload-types.ts";

/** The uploads of this page, which continue across route changes. */
export const uploads = new UploadManager({
  server: apiUploadServer,
  hash: createHasher(),
  patience: createPatience(),
  ...VIDEO_UPLOADS,
});

window.addEventListener("online", () => uploads.wake());
window.addEventListener("pagehide", () => void uploads.onPageHide());
window.addEventListener("beforeunload", (event) => {
  if (uploads.isBusy) event.preventDefault();
});

export const useUploads = () => useSyncExternalStore(uploads.subscribe, uploads.snapshot);
