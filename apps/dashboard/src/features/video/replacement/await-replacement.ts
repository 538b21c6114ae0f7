import type { ResponseOf, routes } from "@shoal/contract";

/** A file that is expected to replace the media of a video. */
export interface ExpectedFile {
  /** The generation of the video's media at the time when the file was first observed. */
  generation: number;
  /** Whether the server has reported the file. Until then, a response without the file may be older than the upload. */
  isAnnounced: boolean;
}

export interface ReplacementStatus extends ResponseOf<typeof routes.getReplacement> {
  /** Whether this window is uploading the file. */
  isSending: boolean;
}

/**
 * Tracks a file from its upload until it has replaced the media, or was cancelled or found unusable.
 * @returns the file that is still expected, and whether the replacement has just completed.
 * @example const { awaited, hasArrived } = awaitReplacement(undefined, { isSending: true, replacement: null, generation: 1 });
 */
export function awaitReplacement(
  awaited: ExpectedFile | undefined,
  { isSending, replacement, generation }: ReplacementStatus,
): { awaited: ExpectedFile | undefined; hasArrived: boolean } {
  const isOnItsWay = replacement !== null && replacement.status !== "error";
  if (isSending || isOnItsWay) {
    const isAnnounced = isOnItsWay || (awaited?.isAnnounced ?? false);
    return {
      awaited: { generation: awaited?.generation ?? generation, isAnnounced },
      hasArrived: false,
    };
  }
  if (!awaited || replacement) return { awaited: undefined, hasArrived: false };
  if (generation !== awaited.generation) return { awaited: undefined, hasArrived: true };
  return { awaited: awaited.isAnnounced ? undefined : awaited, hasArrived: false };
}
