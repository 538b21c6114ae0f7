import type { CaptionCue } from "@shoal/contract";
import { type CueRow, newKey, rowsOfCues, sortRows, toCue, toCueRow } from "./cue-rows.ts";

/** A cue that both users changed. The list contains the local version, and the notice offers the other user's version. */
export interface ContestedCue {
  key: string;
  theirs: CaptionCue;
}
export interface MergeResult {
  rows: CueRow[];
  /** Number of cues that another user added, changed or deleted. */
  foreignCount: number;
  contested: ContestedCue[];
}

const cueIdOf = ({ startMs, endMs, text, settings }: CaptionCue) =>
  JSON.stringify([startMs, endMs, text, settings]);

/**
 * Merges another user's saved changes into the rows being edited, cue by cue: changes made by one side are applied. Cues changed by both
 * sides keep the local text and are reported. No text of either side is lost.
 * @param base the cues with which the rows started.
 * @param keys keys of the rows of `base`, in the same order; by default those of `rowsOfCues`.
 */
export function mergeCues(
  base: readonly CaptionCue[],
  rows: readonly CueRow[],
  theirs: readonly CaptionCue[],
  keys: readonly string[] = rowsOfCues(base).map(({ key }) => key),
): MergeResult {
  const { gone, added } = compareCues(base, theirs);
  const left = new Set(added);
  const contested: ContestedCue[] = [];
  const own = new Map(rows.map((row) => [row.key, row]));
  const dropped = new Set<string>();
  for (const index of gone) {
    const cue = base[index];
    const key = keys[index] ?? "";
    const row = own.get(key);
    if (!cue || !row) continue;
    if (cueIdOf(toCue(row)) === cueIdOf(cue)) dropped.add(key);
    else {
      const theirCue = added.find((each) => left.has(each) && isOverlapping(each, cue));
      if (!theirCue) continue;
      left.delete(theirCue);
      if (cueIdOf(theirCue) !== cueIdOf(toCue(row))) contested.push({ key, theirs: theirCue });
    }
  }
  const kept = rows.filter(({ key }) => !dropped.has(key));
  const taken = [...left].map((cue, index) => toCueRow(cue, `theirs-${index}`));
  return {
    rows: sortRows([...kept, ...taken]),
    foreignCount: Math.max(gone.length, added.length),
    contested,
  };
}

const isOverlapping = (one: CaptionCue, other: CaptionCue) =>
  one.startMs < other.endMs && other.startMs < one.endMs;

/** Returns the indexes of removed cues, and the added cues. Each of several equal cues is matched once. */
function compareCues(base: readonly CaptionCue[], theirs: readonly CaptionCue[]) {
  const counts = new Map<string, number>();
  for (const cue of theirs) counts.set(cueIdOf(cue), (counts.get(cueIdOf(cue)) ?? 0) + 1);
  const gone: number[] = [];
  for (const [index, cue] of base.entries()) {
    const count = counts.get(cueIdOf(cue)) ?? 0;
    if (count > 0) counts.set(cueIdOf(cue), count - 1);
    else gone.push(index);
  }
  const added = theirs.filter((cue) => {
    const count = counts.get(cueIdOf(cue)) ?? 0;
    if (count > 0) counts.set(cueIdOf(cue), count - 1);
    return count > 0;
  });
  return { gone, added };
}

/** Gives rows the keys of the identical cues that were just loaded, so that the next comparison is based on the loaded cues. */
export function rebaseRows(
  rows: readonly CueRow[],
  base: readonly CaptionCue[],
  contested: readonly ContestedCue[],
) {
  const places = new Map<string, number[]>();
  for (const [index, cue] of base.entries())
    places.set(cueIdOf(cue), [...(places.get(cueIdOf(cue)) ?? []), index]);
  const byKey = new Map(contested.map(({ key, theirs }) => [key, theirs]));
  const renamed = new Map<string, string>();
  const rebased = rows.map((row) => {
    const index = places.get(cueIdOf(byKey.get(row.key) ?? toCue(row)))?.shift();
    const key = index === undefined ? `own-${row.key}` : `saved-${index}`;
    renamed.set(row.key, key);
    return { ...row, key };
  });
  return {
    rows: rebased,
    contested: contested.map((each) => ({ ...each, key: renamed.get(each.key) ?? each.key })),
  };
}

/**
 * Returns the rows of cues that were just saved. They keep their keys, so that the caret stays in its field.
 * @param sent the rows as they were sent.
 */
export function rowsOfSaved(sent: readonly CueRow[], saved: readonly CaptionCue[]): CueRow[] {
  const keys = new Map<string, string[]>();
  for (const row of sent) {
    const id = cueIdOf(toCue(row));
    keys.set(id, [...(keys.get(id) ?? []), row.key]);
  }
  return saved.map((cue) => toCueRow(cue, keys.get(cueIdOf(cue))?.shift() ?? newKey()));
}

/** Returns the rows after a save; rows that were changed after they were sent keep the entered values. */
export function adoptSavedRows(
  rows: readonly CueRow[],
  sent: readonly CueRow[],
  saved: readonly CueRow[],
): CueRow[] {
  if (rows === sent) return [...saved];
  const unchanged = new Set(sent);
  const byKey = new Map(saved.map((row) => [row.key, row]));
  return rows.map((row) => (unchanged.has(row) ? (byKey.get(row.key) ?? row) : row));
}
