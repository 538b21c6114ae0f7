export interface CsvRecord {
  /** The line of the file where the record starts, from 1. */
  line: number;
  fields: string[];
}

/**
 * Parses separated values (RFC 4180): a quoted field can contain the separator, line breaks and doubled quotes. Skips empty
 * lines.
 * @param most maximum number of records to read.
 * @example parseCsvRecords('0,"Intro, part 1"', ",") // [{ line: 1, fields: ["0", "Intro, part 1"] }]
 */
export function parseCsvRecords(
  text: string,
  separator: string,
  most = Number.POSITIVE_INFINITY,
): CsvRecord[] {
  const records: CsvRecord[] = [];
  for (const record of iterateCsvRecords(text, separator)) {
    records.push(record);
    if (records.length >= most) break;
  }
  return records;
}

/** Yields records one by one, for files too long to parse at once. */
export function* iterateCsvRecords(text: string, separator: string): Generator<CsvRecord> {
  let record: CsvRecord = { line: 1, fields: [] };
  let line = 1;
  for (const { value, end } of readFields(text, separator)) {
    record.fields.push(value.trim());
    line += value.split("\n").length - 1;
    if (end === separator) continue;
    line += 1;
    if (record.fields.some((field) => field !== "")) yield record;
    record = { line, fields: [] };
  }
}

/**
 * Matches a quoted or unquoted field and its terminator. Visits each character once for any input: with an unclosed quote, the
 * rest of the line is an unquoted field.
 */
function* readFields(text: string, separator: string): Generator<{ value: string; end: string }> {
  let isQuoteLeft = true;
  for (let at = 0; at <= text.length; ) {
    const start = skipBlanks(text, at, separator);
    const closed = isQuoteLeft && text[start] === '"' ? findClosingQuote(text, start + 1) : -1;
    if (text[start] === '"' && closed < 0) isQuoteLeft = false;
    const end = endOfField(text, closed < 0 ? at : closed + 1, separator);
    const value = closed < 0 ? text.slice(at, end) : text.slice(start + 1, closed).replaceAll('""', '"');
    yield { value, end: text[end] ?? "" };
    at = end + 1;
  }
}

function skipBlanks(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== separator && /\s/.test(text[at] ?? ""))
    at += 1;
  return at;
}

function findClosingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}

function endOfField(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== separator) at += 1;
  return at;
}

/** The byte order mark with which spreadsheets read the file as UTF-8. */
export const CSV_START = "\uFEFF";

/** A value of a CSV file. Numbers come from Shoal itself; user input is always text, even if it looks like a number. */
export type CsvValue = string | number | null;

/**
 * Texts that a spreadsheet would run as a formula. Texts with apostrophes before such a sign match too, so that
 * `withoutFormulaGuard` removes exactly what was added.
 */
const FORMULA_PATTERN = /^'*\s*[=+\-@\t\r]/;
const GUARDED_FORMULA_PATTERN = /^''*\s*[=+\-@\t\r]/;

/** Writes one field: quoted if necessary, with a leading apostrophe if a spreadsheet would run it as a formula. */
function formatCsvField(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = FORMULA_PATTERN.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Writes one line of a CSV file (RFC 4180). Text that a spreadsheet would treat as a formula gets a leading apostrophe.
 * @example writeCsvLine(["a,b", "=1+1", -3.5, null]) // "\"a,b\",'=1+1,-3.5,\r\n"
 */
export const writeCsvLine = (values: readonly CsvValue[]): string =>
  `${values.map(formatCsvField).join(",")}\r\n`;

/**
 * Writes a table as a CSV file.
 * @param header column names with their units, such as `serverSec`.
 * @example writeCsv(["value", "views"], [["=1+1", 3]]) // "\uFEFFvalue,views\r\n'=1+1,3\r\n"
 */
export const writeCsv = (header: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  CSV_START + [header, ...rows].map(writeCsvLine).join("");

/** Returns the original text of a field written by `writeCsvLine`. @example withoutFormulaGuard("'=1+1") // "=1+1" */
export const withoutFormulaGuard = (text: string): string =>
  GUARDED_FORMULA_PATTERN.test(text) ? text.slice(1) : text;
