import type { EncodingStatus, VideoListQuery, VideoWarning } from "@shoal/contract";

/** The properties that lists are filtered by most often. The database stores them as one number, the index in `ALL_TRAITS`. */
export interface VideoTraits {
  status: EncodingStatus;
  type: "vod" | "live";
  error: "none" | "upload_failed" | "other";
  /** The class of rebuffering: 0 for none, 1 for the warning mediumRebuffering, 2 for the warning highRebuffering. */
  rebuffering: 0 | 1 | 2;
  /** Whether the video's deletion is scheduled. */
  isEnding: boolean;
}

/** The statuses in the order that `traits` stores. A new status needs a migration that rebuilds `traits`. */
const STATUS_ORDER = [
  ...(["to_encode", "waiting_for_encoding", "encoding", "segmented", "encoded", "to_stop"] as const),
  ...(["stopped", "error", "uploading", "upload_failed", "restart"] as const),
] satisfies EncodingStatus[];

export const ALL_TRAITS: readonly VideoTraits[] = STATUS_ORDER.flatMap((status) =>
  (["vod", "live"] as const).flatMap((type) =>
    (["none", "upload_failed", "other"] as const).flatMap((error) =>
      ([0, 1, 2] as const).flatMap((rebuffering) =>
        [false, true].map((isEnding) => ({ status, type, error, rebuffering, isEnding })),
      ),
    ),
  ),
);

type TraitCheck = (traits: VideoTraits) => boolean;

const WARNING_CHECKS: Record<VideoWarning, TraitCheck> = {
  criticalError: ({ error }) => error !== "none",
  uploadError: ({ status, error }) => status === "upload_failed" || error === "upload_failed",
  mediumRebuffering: ({ rebuffering }) => rebuffering === 1,
  highRebuffering: ({ rebuffering }) => rebuffering === 2,
  plannedDeletion: ({ isEnding }) => isEnding,
};

/**
 * Returns the numbers of all traits that a filter admits; undefined if it admits all.
 * @param searched a list for each part of the search, with the statuses that the part names.
 */
export function traitsOf(
  { type, status, encodingStatus, error, warnings }: NonNullable<VideoListQuery["filter"]>,
  searched: EncodingStatus[][],
): number[] | undefined {
  const wanted = [status, encodingStatus].flatMap((statuses) => (statuses?.length ? [statuses] : []));
  wanted.push(...searched);
  const checks: TraitCheck[] = wanted.map((statuses) => (traits) => statuses.includes(traits.status));
  if (type) checks.push((traits) => traits.type === type);
  if (error !== undefined) checks.push((traits) => (traits.error !== "none") === error);
  if (warnings?.length) checks.push((traits) => warnings.some((warning) => WARNING_CHECKS[warning](traits)));
  if (checks.length === 0) return undefined;
  return ALL_TRAITS.flatMap((traits, number) => (checks.every((check) => check(traits)) ? [number] : []));
}
