import type { EncodingStatus } from "@shoal/contract";

/** Through the trash, where it can be restored; flagged, listed still without its media; or gone at once. */
export type DeletionWay = "trashed" | "flagged" | "forGood";

/** Statuses of videos whose source is not there as a whole: nothing that could be restored. */
const UNFINISHED: readonly EncodingStatus[] = ["uploading", "upload_failed"];

/** The effect of deleting a video (§4). @param video `deleteDate` is null when its deletion was not planned. */
export function deletionWayOf(video: {
  encodingStatus: EncodingStatus;
  deleteDate: string | Date | null;
  isDeleted: boolean;
}): DeletionWay {
  if (video.isDeleted || UNFINISHED.includes(video.encodingStatus)) return "forGood";
  return video.deleteDate ? "flagged" : "trashed";
}

/** A deletion that was scheduled by mistake, or without asking, can be cancelled for a week. */
const SHORTEST_NOTICE_MS = 7 * 24 * 3_600_000;

/**
 * When a planned deletion of a client happens (§4): at the end of its subscription; without one that is still to come,
 * at the end of the calendar month (UTC); in any case, 7 days from now at the earliest.
 * @example findDeletionDate(null, new Date("2026-11-21T10:00:00Z")) // 2026-12-01T00:00:00Z
 * @example findDeletionDate(null, new Date("2026-11-30T23:00:00Z")) // 2026-12-07T23:00:00Z
 */
export function findDeletionDate(subscriptionEndsAt: Date | null, now: Date): Date {
  const isToCome = subscriptionEndsAt !== null && subscriptionEndsAt > now;
  const endOfMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const endMs = isToCome ? subscriptionEndsAt.getTime() : endOfMonthMs;
  return new Date(Math.max(endMs, now.getTime() + SHORTEST_NOTICE_MS));
}
