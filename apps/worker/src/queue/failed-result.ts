import type { AssetErrorType, VideoErrorType } from "@shoal/contract";
import type { AssetRef, JobResult } from "@shoal/contract/jobs";
import type { VideoFault } from "@shoal/contract/stored-data";

/** The errors that are reported for pictures and other files. With any other error, such a file counts as unreadable. */
const ASSET_ERRORS: Partial<Record<VideoErrorType, AssetErrorType>> = {
  too_large_picture: "too_large",
  disk_full: "disk_full",
  time_limit: "time_limit",
};

/**
 * Returns the result of a job that no attempt can complete. The payload is unchecked, so the result schema rejects an invalid one.
 */
export function failedResultOf(
  { name, payload }: { name: string; payload: unknown },
  fault: VideoFault,
): JobResult {
  const { asset, videoUuid, generation } = payload as {
    asset?: AssetRef;
    videoUuid: string;
    generation: number;
  };
  if (!asset) return { type: "failed", videoUuid, generation, job: name, fault };
  const errorType = ASSET_ERRORS[fault.errorType] ?? "unreadable";
  return { type: "asset-failed", asset, job: name, fault: { errorType, detail: fault.detail } };
}
