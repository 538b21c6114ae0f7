import type { ErrorCode } from "@shoal/contract";
import { createContext, useContext, useSyncExternalStore } from "react";

/** A file that this window uploads to replace a video's media. */
export interface ReplacementUpload {
  name: string;
  status: "chosen" | "queued" | "uploading" | "paused" | "uploaded" | "error" | "cancelling";
  percent: number;
  /** Null if unknown. */
  etaSec: number | null;
  isReconnecting: boolean;
  fault: ErrorCode | "file_unreadable" | null;
}

/** The uploads feature: the route joins this page with it. */
export interface ReplacementUploads {
  subscribe(listener: () => void): () => void;
  /** Returns the same object until something changes. */
  find(videoUuid: string): ReplacementUpload | undefined;
  /** @returns false when the file is no video. */
  start(videoUuid: string, file: File): boolean;
  retry(videoUuid: string): void;
  cancel(videoUuid: string): Promise<void>;
}

const NONE: ReplacementUploads = {
  subscribe: () => () => undefined,
  find: () => undefined,
  start: () => false,
  retry: () => undefined,
  cancel: () => Promise.resolve(),
};

/** The uploads around the page. */
export const ReplacementUploadsContext = createContext<ReplacementUploads>(NONE);

/** The upload of this window for a video, and its actions. */
export function useReplacementUpload(videoUuid: string) {
  const uploads = useContext(ReplacementUploadsContext);
  const sending = useSyncExternalStore(uploads.subscribe, () => uploads.find(videoUuid));
  return { uploads, sending };
}
