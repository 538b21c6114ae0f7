import type { AlignmentKind, AlignmentView } from "@shoal/contract";

/** The kinds of sections on the bar, and places where frames were removed. */
export type ChangeKind = AlignmentKind | "gone";

export interface VersionChange {
  kind: ChangeKind;
  /** First frame in the newer version; `endFrame` is the last. */
  frame: number;
  endFrame: number;
  isSure: boolean;
  /** First frame in the previous version; null for new sections. */
  previousFrame: number | null;
}

/** Lists the sections of the newer version, and removals at the frame that follows them, sorted by frame. */
export function listChanges({ ranges, gone }: Pick<AlignmentView, "ranges" | "gone">): VersionChange[] {
  const stretches: VersionChange[] = [];
  for (const { kind, frame, endFrame, isSure, previousFrame } of ranges) {
    const last = stretches.at(-1);
    if (last?.kind === kind && last.endFrame + 1 >= frame && kind !== "moved") {
      last.endFrame = Math.max(last.endFrame, endFrame);
      last.isSure &&= isSure;
    } else stretches.push({ kind, frame, endFrame, isSure, previousFrame });
  }
  const losses = gone.map(
    ({ frame, previousFrame }): VersionChange => ({
      kind: "gone",
      frame,
      endFrame: frame,
      isSure: true,
      previousFrame,
    }),
  );
  return [...stretches, ...losses].toSorted((a, b) => a.frame - b.frame || a.endFrame - b.endFrame);
}

/** Whether a section differs from the previous version. */
export const isChanged = ({ kind }: VersionChange) => kind !== "same" && kind !== "shortened";

/**
 * Returns the index of the change at a frame: if several changes are at the frame, the chosen change or otherwise the last; -1 if there are
 * none.
 * @param chosen index of the chosen change.
 */
export function changeAt(changes: readonly VersionChange[], frame: number, chosen?: number): number {
  if (chosen !== undefined && changes[chosen]?.frame === frame) return chosen;
  return changes.findLastIndex((change) => change.frame <= frame && change.endFrame >= frame);
}

/** Returns the index of the previous (-1) or next (1) change in the list, skipping unchanged sections. */
export function adjacentChange(
  changes: readonly VersionChange[],
  place: number,
  way: -1 | 1,
): number | undefined {
  for (let at = place + way; at >= 0 && at < changes.length; at += way)
    if (changes[at]?.kind !== "same") return at;
  return undefined;
}

/**
 * Returns the index of the change that a pointer targets; -1 for none. The nearest mark within reach takes precedence if it is too narrow
 * to point at; otherwise, the change under the pointer is returned.
 * @param reach number of frames on either side.
 */
export function nearestChange(changes: readonly VersionChange[], frame: number, reach: number): number {
  const distanceOf = ({ frame: first, endFrame }: VersionChange) =>
    Math.max(0, first - frame, frame - endFrame - 1);
  const narrow = changes
    .map((change, place) => ({ place, change, distance: distanceOf(change) }))
    .filter(({ change, distance }) => change.endFrame - change.frame + 1 < 2 * reach && distance <= reach)
    .toSorted((a, b) => a.distance - b.distance)[0];
  return narrow ? narrow.place : changes.findLastIndex((change) => distanceOf(change) === 0);
}

/** A range of frames played without interruption. */
export interface PlaybackRange {
  frame: number;
  endFrame: number;
}

/**
 * Returns the ranges that "play changes" plays: each change with some frames before and after it. Overlapping ranges are merged.
 * @param frames number of frames in the newer version.
 */
export function playbackRangesOf(
  changes: readonly VersionChange[],
  handles: number,
  frames: number,
): PlaybackRange[] {
  const stretches: PlaybackRange[] = [];
  for (const change of changes.filter(isChanged)) {
    const frame = Math.max(0, change.frame - handles);
    const endFrame = Math.min(frames - 1, change.endFrame + handles);
    const last = stretches.at(-1);
    if (last && frame <= last.endFrame + 1) last.endFrame = Math.max(last.endFrame, endFrame);
    else if (endFrame >= frame) stretches.push({ frame, endFrame });
  }
  return stretches;
}
