import { CLEAR_FIT_FACTOR } from "./confidence.ts";
import { lumaDistance, type Signatures } from "./signatures.ts";

/** The largest deviation, in frames, that is moved back to its line of constant shift. */
const MAX_SNAP_FRAMES = 3;
/** The number of frames that must be on the line before and after a deviation. */
const MIN_LINE_FRAMES = 12;

/**
 * Moves deviations of a few frames back to their line of constant shift, since grading or a fade may make a frame resemble a slightly
 * later one. The path must return to the line, and frames on the line must not fit clearly worse. A path at another frame rate never
 * returns.
 */
export function straightenPath(old: Signatures, recent: Signatures, oldOfNew: Int32Array): void {
  let line: ConstantShift | undefined;
  for (const next of linesOf(oldOfNew)) {
    if (next.endFrame - next.firstFrame < MIN_LINE_FRAMES) continue;
    if (line?.shift === next.shift) snapToLine(old, recent, oldOfNew, line, next);
    // A long deviation becomes a line of its own only if the path does not return from it.
    else if (line && returnsTo(oldOfNew, line, next)) continue;
    line = next;
  }
}

/** Consecutive frames with the same shift. */
interface ConstantShift {
  firstFrame: number;
  endFrame: number;
  /** The position of the old frame minus the position of the new frame. */
  shift: number;
}

function linesOf(oldOfNew: Int32Array): ConstantShift[] {
  const lines: ConstantShift[] = [];
  for (const [frame, oldFrame] of oldOfNew.entries()) {
    if (oldFrame < 0) continue;
    const shift = oldFrame - frame;
    const last = lines.at(-1);
    if (last?.shift === shift && last.endFrame === frame) last.endFrame = frame + 1;
    else lines.push({ firstFrame: frame, endFrame: frame + 1, shift });
  }
  return lines;
}

function returnsTo(oldOfNew: Int32Array, { shift }: ConstantShift, from: ConstantShift): boolean {
  let kept = 0;
  for (let frame = from.firstFrame; frame < oldOfNew.length && kept < MIN_LINE_FRAMES; frame++) {
    const away = Math.abs((oldOfNew[frame] as number) - frame - shift);
    if (away > MAX_SNAP_FRAMES) return false;
    kept = away === 0 ? kept + 1 : 0;
  }
  return kept === MIN_LINE_FRAMES;
}

function snapToLine(
  old: Signatures,
  recent: Signatures,
  oldOfNew: Int32Array,
  { endFrame: first, shift }: ConstantShift,
  { firstFrame: end }: ConstantShift,
): void {
  let [asTraced, onLine] = [0, 0];
  for (let frame = first; frame < end; frame++) {
    const traced = oldOfNew[frame] as number;
    if (Math.abs(traced - frame - shift) > MAX_SNAP_FRAMES) return;
    asTraced += lumaDistance(old.pattern, traced, recent.pattern, frame);
    onLine += lumaDistance(old.pattern, frame + shift, recent.pattern, frame);
  }
  if (onLine > CLEAR_FIT_FACTOR * asTraced) return;
  for (let frame = first; frame < end; frame++) oldOfNew[frame] = frame + shift;
}
