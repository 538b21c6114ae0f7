import { carryRange } from "@shoal/align";
import type { AlignmentView, CarriedComment } from "@shoal/contract";
import { frameRange } from "@shoal/frames";
import type { OpenComment } from "./alignments.repository.ts";
import type { CommentPosition } from "./carry-through.ts";
import { lastFrameOf, type RungComparison, toVersionFrames } from "./compared.ts";
import type { ReadableVersion } from "./compared-pair.ts";

const countOf = (version: ReadableVersion, frames: number) =>
  frames === 0 ? 0 : toVersionFrames(version, frameRange(0, frames)).endFrame;

export function presentCompared({
  alignment,
  recent,
  old,
}: RungComparison): Pick<
  AlignmentView,
  "rate" | "previousRate" | "frames" | "previousFrames" | "ranges" | "gone"
> {
  return {
    rate: { ...recent.rate },
    previousRate: { ...old.rate },
    frames: countOf(recent, alignment.newFrames),
    previousFrames: countOf(old, alignment.oldFrames),
    ranges: alignment.ranges.map(({ firstFrame, endFrame, kind, oldFrame, isSure }) => {
      const range = toVersionFrames(recent, { firstFrame, endFrame });
      const from =
        oldFrame === undefined
          ? undefined
          : toVersionFrames(old, frameRange(oldFrame, (alignment.oldOfNew[endFrame - 1] as number) + 1));
      return {
        frame: range.firstFrame,
        endFrame: lastFrameOf(range),
        kind,
        previousFrame: from?.firstFrame ?? null,
        previousEndFrame: from ? lastFrameOf(from) : null,
        isSure,
      };
    }),
    gone: alignment.gone.map((range) => {
      const lost = toVersionFrames(old, range);
      const { at } = carryRange(alignment, range);
      return {
        previousFrame: lost.firstFrame,
        previousEndFrame: lastFrameOf(lost),
        frame: toVersionFrames(recent, at).firstFrame,
      };
    }),
  };
}

/** Returns an open comment of an earlier version with its position in this version. */
export function presentCarried(comment: OpenComment, position: CommentPosition): CarriedComment {
  const { kind, frame, endFrame, isSure, goneIn, placed } = position;
  return {
    uuid: comment.uuid,
    previousVersion: comment.version_number,
    previousFrame: comment.frame,
    previousEndFrame: comment.end_frame,
    text: comment.text,
    hasDrawing: comment.has_drawing,
    isInternal: comment.is_internal,
    author: { name: comment.author, isGuest: comment.is_guest },
    createdAt: comment.created_at.toISOString(),
    kind,
    frame,
    endFrame,
    isSure,
    goneIn,
    placedBy: placed?.placed_by ?? null,
    placedAt: placed?.placed_at.toISOString() ?? null,
  };
}
