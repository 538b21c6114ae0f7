import { carryRange } from "@shoal/align";
import type { CarriedKind } from "@shoal/contract";
import { frameRange } from "@shoal/frames";
import type { OpenComment, PositionedComment } from "./alignments.repository.ts";
import { lastFrameOf, type RungComparison, toRungFrames, toVersionFrames } from "./compared.ts";

/** The position of a comment in a version. */
export interface CommentPosition {
  kind: CarriedKind;
  /** The first frame; null if the comment is not on a frame. */
  frame: number | null;
  endFrame: number | null;
  /** Whether all steps are sure since the comment was written or manually placed. */
  isSure: boolean;
  /** The version in which its frame was first missing; null unless it was removed. */
  goneIn: number | null;
  /** The manual placement in this version, if there is a manual placement. */
  placed: PositionedComment | undefined;
}

/** The step from one version to the next. */
export interface VersionStep {
  /** The newer version's number. */
  number: number;
  /** The comparison of both versions; undefined if there is none, or if they have nothing in common. */
  compared: RungComparison | undefined;
}

/** Returns the position at which a comment was written. */
export const originalPosition = ({
  frame,
  end_frame,
}: Pick<OpenComment, "frame" | "end_frame">): CommentPosition => ({
  kind: frame === null ? "whole" : "same",
  frame,
  endFrame: end_frame,
  isSure: true,
  goneIn: null,
  placed: undefined,
});

/**
 * Carries a comment to the next version. A manual placement in that version takes precedence. Otherwise the position is as sure as
 * the least sure step so far, counts as changed once any step has changed it, and as removed once its frame is removed.
 */
export function carryToNext(
  before: CommentPosition,
  step: VersionStep,
  placed: PositionedComment | undefined,
): CommentPosition {
  const found = positionInNext(before, step);
  if (!placed) return found;
  const isGone = placed.frame === null;
  return {
    kind: isGone ? "gone" : before.kind === "changed" || found.kind === "changed" ? "changed" : "same",
    frame: isGone ? found.frame : placed.frame,
    endFrame: placed.end_frame,
    isSure: true,
    goneIn: isGone ? (found.goneIn ?? step.number) : null,
    placed,
  };
}

function positionInNext(before: CommentPosition, { number, compared }: VersionStep): CommentPosition {
  if (before.kind === "whole") return { ...before, placed: undefined };
  const { alignment, recent, old } = compared ?? {};
  const isGone = before.kind === "gone";
  const nowhere: CommentPosition = {
    kind: isGone ? "gone" : "unplaced",
    frame: null,
    endFrame: null,
    isSure: false,
    goneIn: before.goneIn,
    placed: undefined,
  };
  if (before.frame === null || !alignment || !recent || !old) return nowhere;
  const range = toRungFrames(old, frameRange(before.frame, (before.endFrame ?? before.frame) + 1));
  // A comment after the last frame has no corresponding frame.
  if (range.firstFrame >= alignment.oldFrames) return nowhere;
  const { at, kind, isSure } = carryRange(alignment, range);
  const place = toVersionFrames(recent, at);
  const isLost = isGone || kind === "gone";
  return {
    kind: isLost ? "gone" : before.kind === "changed" ? "changed" : kind,
    frame: place.firstFrame,
    endFrame: before.endFrame !== null && !isLost ? lastFrameOf(place) : null,
    isSure: before.isSure && isSure,
    goneIn: before.goneIn ?? (isLost ? number : null),
    placed: undefined,
  };
}
