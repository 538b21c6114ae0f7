import type { AlignmentKind, AlignmentView } from "@shoal/contract";

/** What is drawn on the strip: kinds of what is there, and places where something is gone. */
export type ChangeKind = AlignmentKind | "gone";

export interface Change {
  kind: ChangeKind;
  /** The first and last frame in the newer version. */
  frame: number;
  endFrame: number;
  isSure: boolean;
  /** Of the version before; null for what is new. */
  previousFrame: number | null;
}

/** The newer version as stretches of one kind, and what is gone at the frame that comes in its place; by frame. */
export function listChanges({ ranges, gone }: Pick<AlignmentView, "ranges" | "gone">): Change[] {
  const stretches: Change[] = [];
  for (const { kind, frame, endFrame, isSure, previousFrame } of ranges) {
    const last = stretches.at(-1);
    if (last?.kind === kind && last.endFrame + 1 >= frame && kind !== "moved") {
      last.endFrame = Math.max(last.endFrame, endFrame);
      last.isSure &&= isSure;
    } else stretches.push({ kind, frame, endFrame, isSure, previousFrame });
  }
  const losses = gone.map(
    ({ frame, previousFrame }): Change => ({
      kind: "gone",
      frame,
      endFrame: frame,
      isSure: true,
      previousFrame,
    }),
  );
  return [...stretches, ...losses].toSorted((a, b) => a.frame - b.frame || a.endFrame - b.endFrame);
}

/** Whether a viewer of the version before would see something else. */
export const isChanged = ({ kind }: Change) => kind !== "same" && kind !== "shortened";

/**
 * The change at a frame: of several, the one that was chosen, else the last; -1 where there is none.
 * @param chosen its place in the list.
 */
export function changeAt(changes: readonly Change[], frame: number, chosen?: number): number {
  if (chosen !== undefined && changes[chosen]?.frame === frame) return chosen;
  return changes.findLastIndex((change) => change.frame <= frame && change.endFrame >= frame);
}

/** The place in the list of the change before (-1) or after (1) another, stretches that are the same apart. */
export function changeBeside(changes: readonly Change[], place: number, way: -1 | 1): number | undefined {
  for (let at = place + way; at >= 0 && at < changes.length; at += way)
    if (changes[at]?.kind !== "same") return at;
  return undefined;
}

/**
 * The change that a pointer means, by its place in the list: the nearest mark that is too narrow to point at and within reach,
 * else what lies under the pointer; -1 where there is none.
 * @param reach frames on either side.
 */
export function changeNear(changes: readonly Change[], frame: number, reach: number): number {
  const distanceOf = ({ frame: first, endFrame }: Change) => Math.max(0, first - frame, frame - endFrame - 1);
  const narrow = changes
    .map((change, place) => ({ place, change, distance: distanceOf(change) }))
    .filter(({ change, distance }) => change.endFrame - change.frame + 1 < 2 * reach && distance <= reach)
    .toSorted((a, b) => a.distance - b.distance)[0];
  return narrow ? narrow.place : changes.findLastIndex((change) => distanceOf(change) === 0);
}

/** Frames that are played in one go. */
export interface PlayedStretch {
  frame: number;
  endFrame: number;
}

/**
 * What "play what changed" plays: each change with so many frames before and after it; those that overlap are one.
 * @param frames of the newer version.
 */
export function playedStretches(
  changes: readonly Change[],
  handles: number,
  frames: number,
): PlayedStretch[] {
  const stretches: PlayedStretch[] = [];
  for (const change of changes.filter(isChanged)) {
    const frame = Math.max(0, change.frame - handles);
    const endFrame = Math.min(frames - 1, change.endFrame + handles);
    const last = stretches.at(-1);
    if (last && frame <= last.endFrame + 1) last.endFrame = Math.max(last.endFrame, endFrame);
    else if (endFrame >= frame) stretches.push({ frame, endFrame });
  }
  return stretches;
}
