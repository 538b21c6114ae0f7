import {
  FOOTPRINT_DIMENSIONS,
  type FootprintAssumed,
  type FootprintBreakdownRow,
  type FootprintConsumption,
  type FootprintDimension,
  type FootprintMethod,
  type FootprintReport,
} from "@shoal/contract";
import { gridOf } from "./grid.ts";
import { resultOf } from "./result.ts";

/** The parts of a report that a method computes from a consumption. */
export type ReportParts = Pick<
  FootprintReport,
  "total" | "result" | "assumed" | "breakdown" | "consumption" | "grid"
>;

/** @param consumption one row per country, device and network. */
export function reportPartsOf(
  consumption: readonly FootprintConsumption[],
  { constants }: Pick<FootprintMethod, "constants">,
): ReportParts {
  const countries = [...new Set(consumption.map(({ country }) => country))].sort();
  const grid = countries.map(gridOf);
  const input = { consumption, constants, grid: new Map(grid.map((each) => [each.country, each])) };
  return {
    total: sumsOf(consumption),
    result: resultOf(input),
    assumed: assumedOf(consumption, new Set(grid.flatMap((each) => (each.isAssumed ? each.country : [])))),
    breakdown: FOOTPRINT_DIMENSIONS.flatMap((dimension) => breakdownBy(dimension, input)),
    consumption: [...consumption],
    grid,
  };
}

function breakdownBy(
  dimension: FootprintDimension,
  input: Parameters<typeof resultOf>[0],
): FootprintBreakdownRow[] {
  const groups = Map.groupBy(input.consumption, (row) => row[dimension]);
  return [...groups]
    .map(([value, consumption]) => {
      const { energyKwh, co2Grams } = resultOf({ ...input, consumption });
      return { dimension, value, ...sumsOf(consumption), energyKwh, co2Grams };
    })
    .sort((a, b) => b.energyKwh.central - a.energyKwh.central || a.value.localeCompare(b.value));
}

function sumsOf(rows: readonly FootprintConsumption[]): ReportParts["total"] {
  const total = { hours: 0, deliveredGb: 0, peerGb: 0, uploadedGb: 0 };
  for (const row of rows)
    for (const name of ["hours", "deliveredGb", "peerGb", "uploadedGb"] as const) total[name] += row[name];
  return total;
}

/**
 * Returns the shares of hours whose country, device or network is assumed. A country without a known grid counts as unknown.
 */
function assumedOf(rows: readonly FootprintConsumption[], assumed: ReadonlySet<string>): FootprintAssumed {
  const hours = rows.reduce((sum, row) => sum + row.hours, 0);
  const percent = (is: (row: FootprintConsumption) => boolean) =>
    hours > 0 ? (100 * rows.filter(is).reduce((sum, row) => sum + row.hours, 0)) / hours : 0;
  return {
    countryPercent: percent(({ country }) => assumed.has(country)),
    devicePercent: percent(({ device }) => device === "unknown"),
    networkPercent: percent(({ network }) => network === "unknown"),
  };
}
