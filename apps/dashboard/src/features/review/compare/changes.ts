import type { AlignmentKind, AlignmentView } from "@shoal/contract";

/** What is drawn on the strip: kinds of what is there, and places where something is gone. */
export type ChangeKind = AlignmentKind | "gone";

export interface Change {
  kind: ChangeKind;
  /** Of the newer version; both ends are in it. */
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
