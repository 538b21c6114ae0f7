import type { ProofInterval, ProofMetric, ProofReport } from "@shoal/contract";
import { CSV_START, writeCsvLine } from "@shoal/domain/csv";

const CSV_COLUMNS = [
  "month",
  "timeZone",
  "from",
  "to",
  "metric",
  "unit",
  "group",
  "sessions",
  "viewers",
  "hours",

  "value",
  "low95",
  "high95",
  "verdict",
];
const METRIC_UNITS: Record<ProofMetric, string> = {
  rebuffering: "s/h",
  offload: "%",
  startup: "ms",
  bitrate: "kbps",
};

/** Writes a line for each metric and group, and a line for the difference: with peers minus without peers. */
export function writeProofCsv(report: ProofReport): string {
  const { month, timeZone, from, to, metrics } = report;
  const lines = metrics.flatMap(({ metric, verdict, ...each }) => {
    const line = (group: string, sizes: (number | null)[], { value, low, high }: ProofInterval, said = "") =>
      writeCsvLine([
        month,
        timeZone,
        from,
        to,
        metric,
        METRIC_UNITS[metric],
        group,
        ...sizes,
        value,
        low,
        high,
        said,
      ]);
    const sizesOf = (group: "with" | "without") => {
      const { sessions, viewers, hours } = report[group];
      return [sessions, viewers, hours];
    };
    return [
      line("with peers", sizesOf("with"), each.with),
      line("without peers", sizesOf("without"), each.without),
      line("difference", [null, null, null], each.difference, verdict.code),
    ];
  });
  return CSV_START + writeCsvLine(CSV_COLUMNS) + lines.join("");
}
