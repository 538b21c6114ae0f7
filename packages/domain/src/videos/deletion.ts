import type { EncodingStatus } from "@shoal/contract";

/**
 * The effect of a deletion on a video. It is moved to the trash, from which it can be restored; flagged, so that it stays listed without
 * its media; or deleted immediately and permanently.
 */
export type DeletionMode = "trashed" | "flagged" | "forGood";

/** Statuses of videos without a complete source: there is nothing to restore. */
const UNFINISHED_STATUSES: readonly EncodingStatus[] = ["uploading", "upload_failed"];

/** Returns the effect of deleting a video (§4). @param video `deleteDate` is null if no deletion was scheduled. */
export function deletionModeOf(video: {
  encodingStatus: EncodingStatus;
  deleteDate: string | Date | null;
  isDeleted: boolean;
}): DeletionMode {
  if (video.isDeleted || UNFINISHED_STATUSES.includes(video.encodingStatus)) return "forGood";
  return video.deleteDate ? "flagged" : "trashed";
}

/** The notice period in which a deletion scheduled by mistake can be cancelled: a week. */
const MIN_NOTICE_MS = 7 * 24 * 3_600_000;

/**
 * Returns when a scheduled deletion of a client takes place (§4): at the end of its subscription, or, without a future end, at
 * the end of the calendar month (UTC); never less than 7 days from now.
 * @example findDeletionDate(null, new Date("2026-11-21T10:00:00Z")) // 2026-12-01T00:00:00Z
 * @example findDeletionDate(null, new Date("2026-11-30T23:00:00Z")) // 2026-12-07T23:00:00Z
 */
export function findDeletionDate(subscriptionEndsAt: Date | null, now: Date): Date {
  const isToCome = subscriptionEndsAt !== null && subscriptionEndsAt > now;
  const endOfMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const endMs = isToCome ? subscriptionEndsAt.getTime() : endOfMonthMs;
  return new Date(Math.max(endMs, now.getTime() + MIN_NOTICE_MS));
}
