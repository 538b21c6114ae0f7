import type { EncodingStatus } from "@shoal/contract";

/**
 * What becomes of a video that is deleted (§4): it goes to the trash; it stays listed without its media; or nothing of
 * it stays.
 */
export type Removal = "trashed" | "flagged" | "forGood";

/** Statuses of videos whose source is not there as a whole: nothing that could be restored. */
const UNFINISHED: readonly EncodingStatus[] = ["uploading", "upload_failed"];

/** Flagged when its deletion was planned; for good when it is flagged already, or was never there as a whole. */
export function removalOf(video: {
  encodingStatus: EncodingStatus;
  isDeleted: boolean;
  /** Whether a date is set. */
  isPlanned: boolean;
}): Removal {
  if (video.isDeleted || UNFINISHED.includes(video.encodingStatus)) return "forGood";
  return video.isPlanned ? "flagged" : "trashed";
}
