import { isWorkNeeded } from "@shoal/domain";
import type { VideoRow } from "../videos/index.ts";

/**
 * Whether workers should continue a video's jobs, or the given one. In the trash, only the storyboard of an encoded video is
 * completed; an unfinished encoding restarts when the video is restored.
 */
export function isVideoWorkNeeded(video: VideoRow, job?: string): boolean {
  const isTrashed = video.trashed_at !== null && video.replaces_uuid === null;
  if (video.is_deleted || (isTrashed && video.status !== "encoded")) return false;
  return isWorkNeeded(video.status, job);
}
