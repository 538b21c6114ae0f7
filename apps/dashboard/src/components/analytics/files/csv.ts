/** Lets spreadsheets read the file as UTF-8. */
const CSV_START = "\uFEFF";

export type CsvValue = string | number | null;

/**
 * A CSV file (RFC 4180) of a table. A text that a spreadsheet would take for a formula gets a leading apostrophe.
 * @param header names with their units, as `serverSec`.
 * @example writeCsv(["value", "views"], [["=1+1", 3]]) // "\uFEFFvalue,views\r\n'=1+1,3\r\n"
 */
export const writeCsv = (header: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  CSV_START + [header, ...rows].map((row) => `${row.map(writeValue).join(",")}\r\n`).join("");

function writeValue(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
