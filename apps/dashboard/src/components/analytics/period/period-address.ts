import { type Period, RANGES, type Range } from "./period.ts";

const EMPTY_PERIOD: Period = { fromMs: 0, toMs: 0 };

/** Parses the range from a URL, with its start and end if it is custom. Invalid values are ignored. */
export function parseRange(params: URLSearchParams, fallback: Range): { range: Range; own: Period } {
  const own = parseCustomPeriod(params);
  const range = RANGES.find((name) => name === params.get("range")) ?? fallback;
  return { range: range === "own" && !own ? fallback : range, own: own ?? EMPTY_PERIOD };
}

function parseCustomPeriod(params: URLSearchParams): Period | undefined {
  const [fromMs = Number.NaN, toMs = Number.NaN] = ["from", "to"].map((name) =>
    Date.parse(params.get(name) ?? ""),
  );
  return Number.isNaN(fromMs) || Number.isNaN(toMs) ? undefined : { fromMs, toMs };
}

/** Writes the range to a URL, unless it is the fallback. */
export function writeRange(
  params: URLSearchParams,
  { range, own }: { range: Range; own: Period },
  fallback: Range,
): void {
  if (range !== fallback) params.set("range", range);
  if (range !== "own") return;
  params.set("from", new Date(own.fromMs).toISOString());
  params.set("to", new Date(own.toMs).toISOString());
}
