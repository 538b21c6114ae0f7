import type { FootprintRange, FootprintReport } from "@shoal/contract";
import { CSV_START, writeCsvLine } from "@shoal/domain/csv";

/** The columns of a single table. The section determines which of them a line uses. */
const CSV_COLUMNS = [
  "section",
  "name",
  "value",
  "country",
  "device",
  "network",
  "part",
  "per",
  "unit",

  "low",
  "central",
  "high",
  "hours",
  "deliveredGb",
  "peerGb",
  "uploadedGb",
  "source",
  "url",
  "known",
] as const;
type CsvRow = Partial<Record<(typeof CSV_COLUMNS)[number], string | number | null>>;

/**
 * Writes a report with everything needed to recompute it, as described in docs/footprint.md.
 * @param client the client's name.
 */
export function writeReportCsv(report: FootprintReport, client: string): string {
  const lines: CsvRow[] = [
    { section: "report", name: "client", value: client },
    ...headOf(report),
    ...report.consumption.map((row) => ({ section: "consumption", ...row })),
    ...report.method.constants.map(({ id, ...constant }) => ({ section: "constant", name: id, ...constant })),
    ...report.grid.map(({ isAssumed, ...range }) => ({
      section: "grid",
      unit: "gCO2e/kWh",
      ...range,
      known: isAssumed ? "assumed" : "source",

      source: report.gridSource,
      url: report.gridUrl,
    })),
    ...resultsOf(report),
    ...Object.entries(report.assumed).map(([name, value]) => ({
      section: "assumed",
      name,
      value,
      unit: "%",
    })),
    ...report.breakdown.flatMap(({ dimension, value, energyKwh, co2Grams }) => [
      { section: "breakdown", name: `${dimension}.energyKwh`, value, unit: "kWh", ...energyKwh },
      { section: "breakdown", name: `${dimension}.co2Grams`, value, unit: "g", ...co2Grams },
    ]),
  ];
  const table = lines.map((line) => writeCsvLine(CSV_COLUMNS.map((column) => line[column] ?? null)));
  return CSV_START + writeCsvLine([...CSV_COLUMNS]) + table.join("");
}

function headOf({
  month,
  timeZone,
  from,
  to,
  revision,
  reason,
  madeAt,
  asOf,
  method,
  total,
}: FootprintReport): CsvRow[] {
  const facts = {
    month,
    timeZone,
    from,
    to,
    revision,
    reason,
    madeAt,
    asOf,

    method: method.id,
    methodVersion: method.version,
    methodTitle: method.title,
    methodUrl: method.url,
  };
  return [
    ...Object.entries(facts).map(([name, value]) => ({ section: "report", name, value })),
    { section: "total", name: "consumption", ...total },
  ];
}

const UNIT_NAMES = { Kwh: "kWh", Wh: "Wh", Grams: "g", Litres: "L" };

const resultsOf = ({ result }: FootprintReport): CsvRow[] =>
  Object.entries(result).map(([name, range]: [string, FootprintRange | null]) => ({
    section: "result",
    name,
    unit: unitOf(name),
    ...range,
  }));

const unitOf = (name: string): string =>
  Object.entries(UNIT_NAMES).find(([ending]) => name.endsWith(ending))?.[1] ?? "";
