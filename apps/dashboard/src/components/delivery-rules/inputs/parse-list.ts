/** The result of parsing a pasted or uploaded text. */
export interface ParsedList {
  /** The distinct entries in their normalised form. */
  entries: string[];
  faults: ListFault[];
  /** The number of entries that were skipped as duplicates. */
  repeated: number;
}
export interface ListFault {
  /** The number of the line, starting at 1. */
  line: number;
  text: string;
}

/**
 * Parses one entry per line, or several separated by commas, semicolons, tabs or spaces, as in a CSV file.
 * @param readEntry normalises an entry; undefined for an invalid entry.
 * @param known existing entries, which count as duplicates.
 */
export function parseList(
  text: string,
  readEntry: (text: string) => string | undefined,
  known: readonly string[] = [],
): ParsedList {
  const seen = new Set(known);
  const list: ParsedList = { entries: [], faults: [], repeated: 0 };
  for (const [place, line] of text.split(/\r\n|\r|\n/).entries())
    for (const cell of entriesOfLine(line)) {
      const entry = readEntry(cell);
      if (entry === undefined) list.faults.push({ line: place + 1, text: cell });
      else if (seen.has(entry)) list.repeated++;
      else {
        seen.add(entry);
        list.entries.push(entry);
      }
    }
  return list;
}

const entriesOfLine = (line: string): string[] =>
  line
    .split(/[,;\s]+/)
    .map((cell) => cell.replaceAll(/^["']+|(?<!["'])["']+$/g, ""))
    .filter(Boolean);
