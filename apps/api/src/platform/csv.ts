/** Lets spreadsheets read the file as UTF-8. */
export const CSV_START = "\uFEFF";

/**
 * One line of a CSV file (RFC 4180). A value that a spreadsheet would take for a formula gets a leading apostrophe.
 * @example writeCsvLine(["a,b", "=1+1", null]) // "\"a,b\",'=1+1,\r\n"
 */
export function writeCsvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(writeValue).join(",")}\r\n`;
}

function writeValue(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
