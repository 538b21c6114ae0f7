import type { AlertSeries } from "@shoal/contract";
import type { ChartColumns } from "../../components/figures/plot-options.ts";

/** The columns of a chart of an alert: one line, whose axis has room for the threshold. */
export function linesOf(points: AlertSeries["points"], threshold: number): ChartColumns {
  const values = points.map(({ value }) => value);
  const largest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), threshold);
  const atSec = points.map(({ at }) => Date.parse(at) / 1_000);
  const endSec = Date.parse(points.at(-1)?.to ?? "") / 1_000 || 0;
  return { atSec, endSec, values: [values], drawn: [values], largest };
}
