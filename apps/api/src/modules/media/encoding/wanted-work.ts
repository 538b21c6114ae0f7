import { isWorkWanted } from "@shoal/domain";
import type { VideoRow } from "../videos/index.ts";

/**
 * Whether workers should go on with the jobs of a video, or with that one. In the trash only the pictures of an encoded video
 * are finished: its encoding would begin again when it is taken out.
 */
export function isVideoWorkWanted(video: VideoRow, job?: string): boolean {
  const isTrashed = video.trashed_at !== null && video.replaces_uuid === null;
  if (video.is_deleted || (isTrashed && video.status !== "encoded")) return false;
  return isWorkWanted(video.status, job);
}
