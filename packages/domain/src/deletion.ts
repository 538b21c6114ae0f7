import type { EncodingStatus } from "@shoal/contract";

/** Through the trash, where it can be restored; flagged, listed still without its media; or gone at once. */
export type DeletionWay = "trashed" | "flagged" | "forGood";

/** Statuses of videos whose source is not there as a whole: nothing that could be restored. */
const UNFINISHED: readonly EncodingStatus[] = ["uploading", "upload_failed"];

/** What deleting a video does to it (§4). @param video `deleteDate` is null when its deletion was not planned. */
export function deletionWayOf(video: {
  encodingStatus: EncodingStatus;
  deleteDate: string | Date | null;
  isDeleted: boolean;
}): DeletionWay {
  if (video.isDeleted || UNFINISHED.includes(video.encodingStatus)) return "forGood";
  return video.deleteDate ? "flagged" : "trashed";
}
