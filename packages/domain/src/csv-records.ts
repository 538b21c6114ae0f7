export interface CsvRecord {
  /** Of its first line in the file, from 1. */
  line: number;
  fields: string[];
}

/**
 * Reads separated values (RFC 4180): a field in quotes may hold the separator, line ends and doubled quotes. Empty lines
 * are left out.
 * @example readCsvRecords('0,"Intro, part 1"', ",") // [{ line: 1, fields: ["0", "Intro, part 1"] }]
 */
export function readCsvRecords(text: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let record: CsvRecord = { line: 1, fields: [] };
  let line = 1;
  for (const { value, end } of readFields(text, separator)) {
    record.fields.push(value.trim());
    line += value.split("\n").length - 1;
    if (end === separator) continue;
    line += 1;
    if (record.fields.some((field) => field !== "")) records.push(record);
    record = { line, fields: [] };
  }
  return records;
}

/** A quoted field or one without quotes, then what ends it. The text is cut into one piece a field. */
function* readFields(text: string, separator: string): Generator<{ value: string; end: string }> {
  const bare = `[^${separator}\\n]*`;
  const field = new RegExp(`[^\\S\\n${separator}]*"((?:[^"]|"")*)"${bare}|(${bare})`, "y");
  for (let at = 0; at <= text.length; ) {
    field.lastIndex = at;
    const [whole = "", quoted, plain = ""] = field.exec(text) ?? [];
    at += whole.length;
    yield { value: quoted?.replaceAll('""', '"') ?? plain, end: text[at] ?? "" };
    at += 1;
  }
}

/** A field as it is written: in quotes where it needs them. */
export function writeCsvField(value: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
