import { carryRange } from "@shoal/align";
import type { CarriedKind } from "@shoal/contract";
import { frameRange } from "@shoal/frames";
import type { OpenComment, PositionedComment } from "./alignments.repository.ts";
import { type Compared, lastOf, ofRung, ofVersion } from "./compared.ts";

/** The position of a comment in a version. */
export interface Position {
  kind: CarriedKind;
  /** The first frame; null if the comment is not on a frame. */
  frame: number | null;
  endFrame: number | null;
  /** Whether all steps are sure since the comment was written or manually placed. */
  isSure: boolean;
  /** The version in which its picture was first missing; null unless it was removed. */
  goneIn: number | null;
  /** The manual placement in this version, if there is one. */
  placed: PositionedComment | undefined;
}

/** The step from one version to the next. */
export interface VersionStep {
  /** The newer version's number. */
  number: number;
  /** The comparison of both versions; undefined if there is none, or if they have nothing in common. */
  compared: Compared | undefined;
}

/** Returns the position at which a comment was written. */
export const writtenAt = ({ frame, end_frame }: Pick<OpenComment, "frame" | "end_frame">): Position => ({
  kind: frame === null ? "whole" : "same",
  frame,
  endFrame: end_frame,
  isSure: true,
  goneIn: null,
  placed: undefined,
});

/**
 * Carries a comment to the next version. A manual placement there takes precedence; otherwise it is as sure as the least sure
 * step, has changed once a step changed it, and stays removed once its picture is.
 */
export function carryToNext(
  before: Position,
  step: VersionStep,
  placed: PositionedComment | undefined,
): Position {
  const found = foundAt(before, step);
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

function foundAt(before: Position, { number, compared }: VersionStep): Position {
  if (before.kind === "whole") return { ...before, placed: undefined };
  const { alignment, recent, old } = compared ?? {};
  const isGone = before.kind === "gone";
  const nowhere: Position = {
    kind: isGone ? "gone" : "unplaced",
    frame: null,
    endFrame: null,
    isSure: false,
    goneIn: before.goneIn,
    placed: undefined,
  };
  if (before.frame === null || !alignment || !recent || !old) return nowhere;
  const range = ofRung(old, frameRange(before.frame, (before.endFrame ?? before.frame) + 1));
  // A comment after the last frame has no corresponding picture.
  if (range.firstFrame >= alignment.oldFrames) return nowhere;
  const { at, kind, isSure } = carryRange(alignment, range);
  const place = ofVersion(recent, at);
  const isLost = isGone || kind === "gone";
  return {
    kind: isLost ? "gone" : before.kind === "changed" ? "changed" : kind,
    frame: place.firstFrame,
    endFrame: before.endFrame !== null && !isLost ? lastOf(place) : null,
    isSure: before.isSure && isSure,
    goneIn: before.goneIn ?? (isLost ? number : null),
    placed: undefined,
  };
}
