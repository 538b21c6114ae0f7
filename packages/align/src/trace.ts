import { type Candidate, MAX_DISTANCE } from "./candidates.ts";

/**
 * The costs of new frames, repeated or dropped frames, and cuts. For comparison, a perfectly fitting frame costs 0, one that barely fits
 * 1.
 */
const NEW_FRAME_COST = 0.7;
const STEP_COST = 0.1;
const CUT_COST = 2.5;

interface PathNode {
  /** The old frame; -1 for a new frame. */
  oldFrame: number;
  cost: number;
  before: number;
}

/**
 * Explains the new version as pieces of the old version with new material in between, at minimal cost (Viterbi): advancing by one frame is
 * free, repeating or dropping one is cheap, and a cut is expensive.
 * @returns the old frame for each new frame; -1 if there is none.
 */
export function traceOldFrames(candidates: readonly Candidate[][]): Int32Array {
  const columns: PathNode[][] = [];
  for (const [frame, list] of candidates.entries()) {
    const last = columns[frame - 1] ?? [];
    const cheapest = cheapestOf(last);
    const byFrame = new Map(last.map(({ oldFrame }, n) => [oldFrame, n]));
    const stateOf = (oldFrame: number, own: number): PathNode => {
      let [before, cost] = [cheapest, (last[cheapest]?.cost ?? 0) + (frame === 0 ? 0 : CUT_COST)];
      const from = (other: number, price: number) => {
        const n = byFrame.get(other);
        const reached = n === undefined ? Number.POSITIVE_INFINITY : (last[n] as PathNode).cost + price;
        if (n !== undefined && reached < cost) [before, cost] = [n, reached];
      };
      if (oldFrame < 0) from(-1, 0);
      else {
        from(oldFrame - 1, 0);
        from(oldFrame, STEP_COST);
        from(oldFrame - 2, STEP_COST);
      }
      return { oldFrame, before, cost: cost + own };
    };
    columns.push([
      stateOf(-1, NEW_FRAME_COST),
      ...list.map(({ oldFrame, distance }) => stateOf(oldFrame, distance / MAX_DISTANCE)),
    ]);
  }
  const traced = new Int32Array(columns.length).fill(-1);
  let at = cheapestOf(columns.at(-1) ?? []);
  for (let frame = columns.length - 1; frame >= 0; frame--) {
    const state = columns[frame]?.[at];
    if (!state) break;
    traced[frame] = state.oldFrame;
    at = state.before;
  }
  return traced;
}

function cheapestOf(states: readonly PathNode[]): number {
  let best = 0;
  for (let n = 1; n < states.length; n++)
    if ((states[n] as PathNode).cost < (states[best] as PathNode).cost) best = n;
  return best;
}
