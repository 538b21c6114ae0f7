/** Frames of the new version that continue in the old one without a cut, including repeated and dropped frames. */
export interface Run {
  firstFrame: number;
  endFrame: number;
  /** The first frame's position in the old version; -1 for new material. */
  oldFirst: number;
  /** The position in the old version after the last frame. */
  oldEnd: number;
}

/** Whether a step in the old version is not a cut: a rate change repeats or drops one frame. */
const isContinuousStep = (from: number, to: number) => (from < 0 ? to < 0 : to >= from && to <= from + 2);

export function runsOf(oldOfNew: Int32Array): Run[] {
  const runs: Run[] = [];
  for (const [frame, oldFrame] of oldOfNew.entries()) {
    const run = runs.at(-1);
    const oldEnd = oldFrame < 0 ? -1 : oldFrame + 1;
    if (run && isContinuousStep(oldOfNew[frame - 1] as number, oldFrame)) {
      run.endFrame = frame + 1;
      run.oldEnd = oldEnd;
    } else runs.push({ firstFrame: frame, endFrame: frame + 1, oldFirst: oldFrame, oldEnd });
  }
  return runs;
}

/** The overlap, in frames, below which runs still count as in order: cuts between shots with little motion are located imprecisely. */
const MAX_OVERLAP_FRAMES = 4;

/** Returns the set of runs that keep the order of the old version and cover the most frames. All other runs were moved. */
export function runsInOrder(runs: readonly Run[]): Set<Run> {
  const known = runs.filter(({ oldFirst }) => oldFirst >= 0);
  const best = known.map(({ firstFrame, endFrame }) => endFrame - firstFrame);
  const before = known.map(() => -1);
  for (let n = 0; n < known.length; n++)
    for (let m = 0; m < n; m++) {
      const [one, other] = [known[n] as Run, known[m] as Run];
      const frames = (best[m] as number) + one.endFrame - one.firstFrame;
      if (
        other.oldEnd - MAX_OVERLAP_FRAMES <= one.oldFirst &&
        other.oldFirst < one.oldFirst &&
        frames > (best[n] as number)
      ) {
        best[n] = frames;
        before[n] = m;
      }
    }
  const inOrder = new Set<Run>();
  for (let n = best.indexOf(Math.max(...best)); n >= 0; n = before[n] as number) inOrder.add(known[n] as Run);
  return inOrder;
}
