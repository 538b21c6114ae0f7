import { type Alignment, carryRange, unpackAlignment } from "@shoal/align";
import type { AlignmentView, CarriedComment, PackedAlignment } from "@shoal/contract";
import { convertRange, type FrameRange, frameRange, isSameRate } from "@shoal/frames";
import type { OpenComment, PlacedComment } from "./alignments.repository.ts";
import type { ReadableVersion } from "./compared-pair.ts";

/** A comparison of two rungs, with the rates of their versions. */
export interface Compared {
  alignment: Alignment;
  recent: ReadableVersion;
  old: ReadableVersion;
}

/** @returns undefined for a comparison with a version that has hardly a frame. */
export function readCompared(
  packed: PackedAlignment,
  { recent, old }: { recent: ReadableVersion; old: ReadableVersion },
): Compared | undefined {
  const alignment = unpackAlignment(packed);
  return Math.min(alignment.newFrames, alignment.oldFrames) < 2 ? undefined : { alignment, recent, old };
}

/** Frames of the rung as those of its version. */
const ofVersion = ({ rate, rungRate }: ReadableVersion, range: FrameRange): FrameRange =>
  isSameRate(rate, rungRate) ? range : convertRange(range, rungRate, rate);
const ofRung = ({ rate, rungRate }: ReadableVersion, range: FrameRange): FrameRange =>
  isSameRate(rate, rungRate) ? range : convertRange(range, rate, rungRate);
const lastOf = ({ endFrame }: FrameRange) => endFrame - 1;
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

/** An open comment of the version before, where it is in this one. */
export function presentCarried(
  comment: OpenComment,
  compared: Compared | undefined,
  placed: PlacedComment | undefined,
): CarriedComment {
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
    ...placeOf(comment, compared, placed),
    placedBy: placed?.placed_by ?? null,
    placedAt: placed?.placed_at.toISOString() ?? null,
  };
}

type Placement = Pick<CarriedComment, "kind" | "frame" | "endFrame" | "isSure">;

function placeOf(
  { frame, end_frame }: OpenComment,
  compared: Compared | undefined,
  placed: PlacedComment | undefined,
): Placement {
  const found = frame === null || !compared ? undefined : carried(frame, end_frame, compared);
  if (placed) {
    const isGone = placed.frame === null;
    return {
      kind: isGone ? "gone" : found?.kind === "changed" ? "changed" : "same",
      frame: isGone ? (found?.frame ?? null) : placed.frame,
      endFrame: placed.end_frame,
      isSure: true,
    };
  }
  if (frame === null) return { kind: "whole", frame: null, endFrame: null, isSure: true };
  return found ?? { kind: "unplaced", frame: null, endFrame: null, isSure: false };
}

function carried(frame: number, endFrame: number | null, { alignment, recent, old }: Compared): Placement {
  const range = ofRung(old, frameRange(frame, (endFrame ?? frame) + 1));
  // A comment behind the last frame is at none that a picture was compared of.
  if (range.firstFrame >= alignment.oldFrames)
    return { kind: "unplaced", frame: null, endFrame: null, isSure: false };
  const { at, kind, isSure } = carryRange(alignment, range);
  const place = ofVersion(recent, at);
  const isRange = endFrame !== null && kind !== "gone";
  return {
    kind,
    frame: place.firstFrame,
    endFrame: isRange ? lastOf(place) : null,
    isSure,
  };
}
