/**
 * Returns the lines of a postal address as typed. An address of one line is divided at its last comma if the town follows it
 * with its postcode, or if another comma precedes it; all other commas belong to a line.
 * @example addressLines("4, rue des Essais, 29200 Brest") // ["4, rue des Essais", "29200 Brest"]
 */
export function addressLines(address: string): string[] {
  const lines = trimLines(address.split("\n"));
  const [only = ""] = lines;
  const comma = only.lastIndexOf(",");
  if (lines.length !== 1 || comma < 0) return lines;
  const [before, after] = [only.slice(0, comma), only.slice(comma + 1)];
  const isBeforeTown = /\d{4}/.test(after) || before.includes(",") || after.trim() === "";
  return isBeforeTown ? trimLines([before, after]) : lines;
}

const trimLines = (lines: string[]) => lines.map((line) => line.trim()).filter((line) => line !== "");
