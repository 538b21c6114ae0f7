import { carryRange } from "@shoal/align";
import type { AlignmentView, CarriedComment } from "@shoal/contract";
import { frameRange } from "@shoal/frames";
import type { OpenComment } from "./alignments.repository.ts";
import type { Position } from "./carry-through.ts";
import { type Compared, lastOf, ofVersion } from "./compared.ts";
import type { ReadableVersion } from "./compared-pair.ts";

const countOf = (version: ReadableVersion, frames: number) =>
  frames === 0 ? 0 : ofVersion(version, frameRange(0, frames)).endFrame;

export function presentCompared({
  alignment,
  recent,
  old,
}: Compared): Pick<AlignmentView, "rate" | "previousRate" | "frames" | "previousFrames" | "ranges" | "gone"> {
  return {
    rate: { ...recent.rate },
    previousRate: { ...old.rate },
    frames: countOf(recent, alignment.newFrames),
    previousFrames: countOf(old, alignment.oldFrames),
    ranges: alignment.ranges.map(({ firstFrame, endFrame, kind, oldFrame, isSure }) => {
      const range = ofVersion(recent, { firstFrame, endFrame });
      const from =
        oldFrame === undefined
          ? undefined
          : ofVersion(old, frameRange(oldFrame, (alignment.oldOfNew[endFrame - 1] as number) + 1));
      return {
        frame: range.firstFrame,
        endFrame: lastOf(range),
        kind,
        previousFrame: from?.firstFrame ?? null,
        previousEndFrame: from ? lastOf(from) : null,
        isSure,
      };
    }),
    gone: alignment.gone.map((range) => {
      const lost = ofVersion(old, range);
      const { at } = carryRange(alignment, range);
      return {
        previousFrame: lost.firstFrame,
        previousEndFrame: lastOf(lost),
        frame: ofVersion(recent, at).firstFrame,
      };
    }),
  };
}

/** Presents an open comment of an earlier version with its position in this one. */
export function presentCarried(comment: OpenComment, position: Position): CarriedComment {
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
