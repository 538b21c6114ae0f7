import { type CaptionCue, MAX_CAPTION_TEXT_LENGTH } from "@shoal/contract";
import { formatCueTime, parseCueTime } from "@shoal/domain";

/** A cue being edited, with its times as the user typed them. */
export interface CueRow {
  /** Identifies the row in the editor. `saved-N` is the Nth of the cues with which the editor was opened. */
  key: string;
  start: string;
  end: string;
  text: string;
  settings: string;
}
export interface CueFaults {
  start?: "unreadable";
  end?: "unreadable" | "early";
  text?: "missing" | "long";
}

/** A new cue is shown for this time, in ms, until the user changes its end. */
const NEW_CUE_DURATION_MS = 2_000;
/** Minimum duration of each half of a split cue, in ms. */
const MIN_HALF_MS = 1;

export const toCueRow = (cue: CaptionCue, key: string): CueRow => ({
  key,
  start: formatCueTime(cue.startMs),
  end: formatCueTime(cue.endMs),
  text: cue.text,
  settings: cue.settings,
});

/** Converts saved cues to rows. */
export const rowsOfCues = (cues: readonly CaptionCue[]): CueRow[] =>
  cues.map((cue, index) => toCueRow(cue, `saved-${index}`));

/** Converts a typed time to milliseconds; undefined while it is invalid. */
export function parseMs(text: string): number | undefined {
  const ms = parseCueTime(text.trim());
  return ms === undefined || ms < 0 ? undefined : ms;
}

/** Converts a row to a cue; the row must be valid. */
export const toCue = ({ start, end, text, settings }: CueRow): CaptionCue => ({
  startMs: parseMs(start) ?? 0,
  endMs: parseMs(end) ?? 0,
  text: text.trim(),
  settings,
});

/** Finds the errors in rows, by key. Rows without errors are omitted. */
export function findCueFaults(rows: readonly CueRow[]): Map<string, CueFaults> {
  const faults = new Map<string, CueFaults>();
  for (const row of rows) {
    const found = faultsOf(row);
    if (Object.keys(found).length > 0) faults.set(row.key, found);
  }
  return faults;
}

function faultsOf({ start, end, text }: CueRow): CueFaults {
  const [startMs, endMs, length] = [parseMs(start), parseMs(end), text.trim().length];
  return {
    ...(startMs === undefined ? { start: "unreadable" } : {}),
    ...(endMs === undefined ? { end: "unreadable" } : {}),
    ...(startMs !== undefined && endMs !== undefined && endMs <= startMs ? { end: "early" } : {}),
    ...(length === 0 ? { text: "missing" } : {}),
    ...(length > MAX_CAPTION_TEXT_LENGTH ? { text: "long" } : {}),
  };
}

/** Sorts rows by start. Rows without a valid start stay after the row that precedes them. */
export function sortRows(rows: readonly CueRow[]): CueRow[] {
  let lastMs = 0;
  const placed = rows.map((row) => {
    lastMs = parseMs(row.start) ?? lastMs;
    return { row, ms: lastMs };
  });
  return placed.toSorted((one, other) => one.ms - other.ms).map(({ row }) => row);
}

let keyCount = 0;
export const newKey = (): string => {
  keyCount += 1;
  return `new-${keyCount}`;
};

/** Adds an empty cue that starts at the given time and ends before the next cue. @returns the rows and the new cue's key. */
export function addRow(rows: readonly CueRow[], startMs: number): { rows: CueRow[]; key: string } {
  const key = newKey();
  const next = rows.map(({ start }) => parseMs(start)).find((ms) => ms !== undefined && ms > startMs);
  const endMs = Math.min(startMs + NEW_CUE_DURATION_MS, next ?? Number.MAX_SAFE_INTEGER);
  const row = toCueRow({ startMs, endMs, text: "", settings: "" }, key);
  return { rows: sortRows([...rows, row]), key };
}

/** Adds an empty cue that starts at the end of an existing cue. */
export function addRowAfter(rows: readonly CueRow[], key: string): { rows: CueRow[]; key: string } {
  const row = rows.find((each) => each.key === key);
  return addRow(rows, (row && parseMs(row.end)) ?? 0);
}

export const changeRow = (rows: readonly CueRow[], key: string, part: Partial<CueRow>): CueRow[] =>
  rows.map((row) => (row.key === key ? { ...row, ...part } : row));

export const removeRow = (rows: readonly CueRow[], key: string): CueRow[] =>
  rows.filter((row) => row.key !== key);

/**
 * Splits a cue in two: the text is split at the caret or at the space nearest its middle, the time at the preview's position or in
 * proportion to the text.
 * @returns the rows and the second half's key; the same rows if the cue cannot be split.
 */
export function splitRow(
  rows: readonly CueRow[],
  key: string,
  at: { caret?: number | undefined; ms?: number | undefined } = {},
): { rows: CueRow[]; key: string } {
  const row = rows.find((each) => each.key === key);
  const [startMs, endMs] = [row && parseMs(row.start), row && parseMs(row.end)];
  if (!row || startMs === undefined || endMs === undefined || endMs - startMs < 2 * MIN_HALF_MS)
    return { rows: [...rows], key };
  const place = splitIndexOf(row.text, at.caret);
  const share = row.text.length > 0 ? place / row.text.length : 0.5;
  const inside = at.ms !== undefined && at.ms > startMs && at.ms < endMs ? at.ms : undefined;
  const proportional = Math.round(startMs + (endMs - startMs) * share);
  const middle = Math.min(endMs - MIN_HALF_MS, Math.max(startMs + MIN_HALF_MS, inside ?? proportional));
  const second = newKey();
  const halves = [
    { ...row, end: formatCueTime(middle), text: row.text.slice(0, place).trim() },
    { ...row, key: second, start: formatCueTime(middle), text: row.text.slice(place).trim() },
  ];
  return { rows: rows.flatMap((each) => (each === row ? halves : [each])), key: second };
}

/** Returns the caret's position if it is inside the text, otherwise the space or line end nearest to the middle. */
function splitIndexOf(text: string, caret: number | undefined): number {
  if (caret !== undefined && caret > 0 && caret < text.length) return caret;
  const middle = text.length / 2;
  const places = [...text.matchAll(/\s+/g)].map(({ index }) => index);
  return places.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? Math.round(middle);
}

/** Joins a cue with the next cue. The result has both texts, and lasts from the first start to the later end. */
export function mergeRow(rows: readonly CueRow[], key: string): CueRow[] {
  const index = rows.findIndex((row) => row.key === key);
  const [row, next] = [rows[index], rows[index + 1]];
  if (!row || !next) return [...rows];
  const end = (parseMs(next.end) ?? 0) >= (parseMs(row.end) ?? 0) ? next.end : row.end;
  const text = [row.text.trim(), next.text.trim()].filter(Boolean).join("\n");
  return rows.flatMap((each) => {
    if (each === next) return [];
    return each === row ? [{ ...row, end, text }] : [each];
  });
}

/** Shifts every cue. @returns undefined if a cue would start before the video. */
export function shiftRows(rows: readonly CueRow[], deltaMs: number): CueRow[] | undefined {
  const starts = rows.flatMap(({ start }) => parseMs(start) ?? []);
  if (starts.some((ms) => ms + deltaMs < 0)) return undefined;
  const shift = (text: string) => {
    const ms = parseMs(text);
    return ms === undefined ? text : formatCueTime(Math.max(0, ms + deltaMs));
  };
  return rows.map((row) => ({ ...row, start: shift(row.start), end: shift(row.end) }));
}

/** Parses seconds typed with an optional sign, such as `-1.5`, `+0,25`, `2`; undefined for anything else. */
export function parseDelta(text: string): number | undefined {
  const match = /^([+\-−]?)\s*(\d{1,6}(?:[.,]\d{1,3})?)$/.exec(text.trim());
  if (!match) return undefined;
  const ms = Math.round(Number(match[2]?.replace(",", ".")) * 1_000);
  return match[1] === "" || match[1] === "+" ? ms : -ms;
}

const toPlainText = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Finds the rows whose text contains the words, ignoring accents and case. */
export function searchRows(rows: readonly CueRow[], search: string): readonly CueRow[] {
  const wanted = toPlainText(search.trim());
  return wanted === "" ? rows : rows.filter(({ text }) => toPlainText(text).includes(wanted));
}
