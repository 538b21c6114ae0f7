import { parseCsvRecords, withoutFormulaGuard } from "@shoal/domain/csv";
import { isSameRate, parseFrameRate, parseTimecode, type TimecodeFormat } from "@shoal/frames";
import { findColour } from "./color-names.ts";
import { markOf } from "./comment-mark.ts";
import {
  type ExchangeFailure,
  MAX_EXCHANGE_COMMENTS,
  type ReadOptions,
  type ReadResult,
} from "./exchange.types.ts";
import { formatOfFile } from "./file-format.ts";
import {
  createFailure,
  type FoundComment,
  finishReading,
  refuseOne,
  refuseRate,
  refuseSize,
} from "./read-comments.ts";

/** The titles of the columns as written by this package and by other programs, in lower case. */
const COLUMN_TITLES = {
  in: ["in", "timecode", "timecode in", "start", "start timecode"],
  out: ["out", "timecode out", "end", "end timecode"],
  firstFrame: ["first frame", "frame"],
  endFrame: ["end frame"],
  rate: ["rate", "fps", "frame rate"],
  author: ["author", "commenter", "user", "name"],
  text: ["comment", "text", "note", "notes", "description"],
  color: ["color", "colour"],
  isDone: ["done", "completed", "resolved"],
  id: ["id"],
  answers: ["answers"],
  isInternal: ["internal"],
} as const;
type Column = keyof typeof COLUMN_TITLES;

/**
 * Reads a table of comments, separated by commas, semicolons or tabs. It needs a column of comments, and one of timecodes or
 * of frames; if both exist, frames take precedence.
 */
export function readCommentsCsv(text: string, options: ReadOptions): ReadResult {
  const refused = refuseSize(text);
  if (refused) return refused;
  const plain = text.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n");
  // The limit includes the row of titles, and one row above the maximum, so that an excess is noticed.
  const [header, ...records] = parseCsvRecords(plain, separatorOf(plain), MAX_EXCHANGE_COMMENTS + 2);
  if (!header) return createFailure("empty");
  const titles = header.fields.map((title) => title.toLowerCase());
  const columns = Object.fromEntries(
    Object.entries(COLUMN_TITLES).map(([column, names]) => [
      column,
      titles.findIndex((title) => (names as readonly string[]).includes(title)),
    ]),
  ) as Record<Column, number>;
  if (columns.text < 0 || (columns.in < 0 && columns.firstFrame < 0))
    return createFailure("no-columns", { line: header.line, detail: header.fields.join(", ") });
  if (records.length > MAX_EXCHANGE_COMMENTS) return createFailure("too-many");
  let fileRate = options.fileRate ?? options.format.rate;
  const found: FoundComment[] = [];
  for (const [row, { line, fields }] of records.entries()) {
    const cell = (column: Column) => withoutFormulaGuard(fields[columns[column]] ?? "");
    const rate = cell("rate") === "" ? fileRate : parseFrameRate(cell("rate"));
    if (!rate) {
      const failure = refuseOne(createFailure("rate", { line, detail: cell("rate") }), options);
      if (failure) return failure;
      continue;
    }
    if (row === 0) fileRate = rate;
    // All rows of a file must have the rate of its first row.
    const otherRate =
      refuseRate(rate, options, line) ??
      (isSameRate(rate, fileRate) ? undefined : createFailure("rate", { line }));
    if (otherRate) {
      const failure = refuseOne(otherRate, options);
      if (failure) return failure;
      continue;
    }
    const span = spanOf(cell, formatOfFile(options.format, fileRate), line);
    if ("fault" in span) {
      const failure = refuseOne(span, options);
      if (failure) return failure;
      continue;
    }
    const mark = markOf(cell("id"), cell("answers"), isYes(cell("isInternal")));
    found.push({
      ...span,
      text: cell("text"),
      author: cell("author"),
      color: findColour(cell("color")) ?? "blue",
      isDone: isYes(cell("isDone")),
      ...(mark ? { mark } : {}),
      line,
    });
  }
  return finishReading(found, fileRate, options);
}

const isYes = (cell: string) => /^(?:yes|true|1|x|oui)$/i.test(cell);

function spanOf(
  cell: (column: Column) => string,
  format: TimecodeFormat,
  line: number,
): { firstFrame: number; endFrame: number } | ExchangeFailure {
  if (/^\d{1,9}$/.test(cell("firstFrame"))) {
    const firstFrame = Number(cell("firstFrame"));
    const end = cell("endFrame");
    if (end !== "" && !/^\d{1,9}$/.test(end)) return createFailure("range", { line, detail: end });
    return { firstFrame, endFrame: end === "" ? firstFrame + 1 : Number(end) };
  }
  // Labels that count drop frames differently would be seconds away from the right frames. Only a semicolon is evidence: many programs
  // write a colon for both ways of counting.
  if (cell("in").includes(";") && !format.isDropFrame)
    return createFailure("other-drop-frame", { line, detail: cell("in") });
  const first = parseTimecode(cell("in"), format);
  if (!first.ok) return createFailure("timecode", { line, detail: cell("in") });
  if (cell("out") === "") return { firstFrame: first.frame, endFrame: first.frame + 1 };
  const end = parseTimecode(cell("out"), format);
  if (!end.ok) return createFailure("timecode", { line, detail: cell("out") });
  return { firstFrame: first.frame, endFrame: Math.max(end.frame, first.frame + 1) };
}

/** Returns the separator that is most frequent in the first line. */
function separatorOf(text: string): string {
  const first = text.slice(0, Math.max(0, text.indexOf("\n")) || text.length);
  const count = (separator: string) => first.split(separator).length;
  return [",", ";", "\t"].toSorted((a, b) => count(b) - count(a))[0] ?? ",";
}
