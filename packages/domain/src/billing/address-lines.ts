/**
 * The lines of a postal address as typed. An address of one line with commas is divided at the last one, before the town: the
 * others belong to a line.
 * @example addressLines("4, rue des Essais, 29200 Brest") // ["4, rue des Essais", "29200 Brest"]
 */
export function addressLines(address: string): string[] {
  const lines = tidy(address.split("\n"));
  const [only = ""] = lines;
  const comma = only.lastIndexOf(",");
  return lines.length === 1 && comma >= 0 ? tidy([only.slice(0, comma), only.slice(comma + 1)]) : lines;
}

const tidy = (lines: string[]) => lines.map((line) => line.trim()).filter((line) => line !== "");
