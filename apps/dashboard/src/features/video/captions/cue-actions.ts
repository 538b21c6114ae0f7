import type { CueRow } from "./cue-rows.ts";

/** The actions of the buttons and keys of one caption. */
export interface CueActions {
  play(row: CueRow): void;
  split(row: CueRow, caret?: number): void;
  merge(row: CueRow): void;
  addAfter(row: CueRow): void;
  remove(row: CueRow): void;
}
