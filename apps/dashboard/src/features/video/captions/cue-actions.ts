import type { CueRow } from "./cue-rows.ts";

/** The actions that the buttons and keyboard shortcuts of a caption perform. */
export interface CueActions {
  play(row: CueRow): void;
  split(row: CueRow, caret?: number): void;
  merge(row: CueRow): void;
  addAfter(row: CueRow): void;
  remove(row: CueRow): void;
}
