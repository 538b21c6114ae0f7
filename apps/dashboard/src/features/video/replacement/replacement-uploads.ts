import type { ErrorCode } from "@shoal/contract";
import { createContext, useContext, useSyncExternalStore } from "react";

/** A file that this window uploads to replace a video's media. */
export interface ReplacementUpload {
  name: string;
  status: "chosen" | "queued" | "uploading" | "paused" | "uploaded" | "error" | "cancelling";
  percent: number;
  /** The estimated remaining time in seconds; null if unknown. */
  etaSec: number | null;
  isReconnecting: boolean;
  fault: ErrorCode | "file_unreadable" | null;
}

/** The functions of the uploads feature that the route provides to this page. */
export interface ReplacementUploads {
  subscribe(listener: () => void): () => void;
  /** Returns the upload for a video. The same object is returned until the state of the upload changes. */
  find(videoUuid: string): ReplacementUpload | undefined;
  /** Starts an upload. @returns false if the file is not a video. */
  start(videoUuid: string, file: File): boolean;
  retry(videoUuid: string): void;
  cancel(videoUuid: string): Promise<void>;
}

const NO_UPLOADS: ReplacementUploads = {
  subscribe: () => () => undefined,
  find: () => undefined,
  start: () => false,
  retry: () => undefined,
  cancel: () => Promise.resolve(),
};

/** Provides the uploads that the surrounding route has created. */
export const ReplacementUploadsContext = createContext<ReplacementUploads>(NO_UPLOADS);

/** Returns this window's upload for a video, and its actions. */
export function useReplacementUpload(videoUuid: string) {
  const uploads = useContext(ReplacementUploadsContext);
  const sending = useSyncExternalStore(uploads.subscribe, () => uploads.find(videoUuid));
  return { uploads, sending };
}
