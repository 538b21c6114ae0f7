import { useReducer } from "react";
import type { CueRow } from "./cue-rows.ts";

/** As many steps back as anybody remembers. */
const STEPS_MAX = 100;

interface History {
  past: readonly CueRow[][];
  rows: CueRow[];
  future: readonly CueRow[][];
  /** What the last step typed into: the next letter there is the same step. */
  field: string | undefined;
}
type Step =
  | { type: "set"; rows: CueRow[]; field?: string | undefined }
  | { type: "undo" | "redo" }
  /** Other rows: there is no way back to those before. */
  | { type: "reset"; rows: CueRow[] };

function reduce(history: History, step: Step): History {
  const { past, rows, future } = history;
  switch (step.type) {
    case "set": {
      const isSame = step.field !== undefined && step.field === history.field;
      const before = isSame ? past : [...past, rows].slice(-STEPS_MAX);
      return { past: before, rows: step.rows, future: [], field: step.field };
    }
    case "undo": {
      const last = past.at(-1);
      if (!last) return history;
      return { past: past.slice(0, -1), rows: last, future: [rows, ...future], field: undefined };
    }
    case "redo": {
      const [next, ...rest] = future;
      return next ? { past: [...past, rows], rows: next, future: rest, field: undefined } : history;
    }
    case "reset":
      return { past: [], rows: step.rows, future: [], field: undefined };
  }
}

/** Rows with the way back and forth. */
export function useHistory(initial: () => CueRow[]) {
  const [history, step] = useReducer(reduce, undefined, () => ({
    past: [],
    rows: initial(),
    future: [],
    field: undefined,
  }));
  return {
    rows: history.rows,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** @param field what is typed into, so that a word is one step. */
    set: (rows: CueRow[], field?: string) => step({ type: "set", rows, field }),
    undo: () => step({ type: "undo" }),
    redo: () => step({ type: "redo" }),
    reset: (rows: CueRow[]) => step({ type: "reset", rows }),
  };
}
