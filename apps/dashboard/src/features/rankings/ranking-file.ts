import type { StatisticsFigures, StatisticsRanking } from "@shoal/contract";
import { writeCsv } from "@shoal/domain/csv";

type Row = StatisticsRanking["rows"][number];

/** A ranking as a CSV file; columns have the contract's names, which carry their units, once of each period. */
export function writeRankingFile(rows: readonly Row[], nameOf: (row: Row) => string): string {
  const fields = Object.keys(rows[0]?.figures ?? {}) as (keyof StatisticsFigures)[];
  const header = [
    "rank",
    "value",
    "name",
    ...fields,
    "before.rank",
    ...fields.map((name) => `before.${name}`),
  ];
  return writeCsv(
    header,
    rows.map((row) => [
      row.rank,
      row.value,
      nameOf(row),
      ...fields.map((name) => row.figures[name]),
      row.before?.rank ?? null,
      ...fields.map((name) => row.before?.figures[name] ?? null),
    ]),
  );
}
