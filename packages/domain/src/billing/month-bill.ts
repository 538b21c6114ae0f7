import type { BilledDay, BillForecast, BillingPlan, BillLine } from "@shoal/contract";
import { type DaySum, FORECAST_DAYS, forecast } from "../statistics/forecast.ts";
import { calculatePriceLines, sumCents } from "./price.ts";

const DAY_MS = 86_400_000;
/** The number of past days for which a forecast is compared with what was delivered. */
const BACKTESTED_DAYS = 14;
/** The number of days of history that a forecast and its backtest read. */
export const FORECAST_READ_DAYS = FORECAST_DAYS + BACKTESTED_DAYS;
/** 80 % of a normal distribution lies within this many standard deviations of the mean. */
const EIGHTY_PERCENT_DEVIATIONS = 1.2816;

/** Returns the start of a UTC month and of the next one, in ms since 1970. */
export function monthOfUtc(month: string): { fromMs: number; untilMs: number } {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return { fromMs: Date.UTC(year, number - 1, 1), untilMs: Date.UTC(year, number, 1) };
}

/** The bytes delivered on one day, by edges and by peers. */
type DeliveredDay = Pick<BilledDay, "serverBytes" | "peerBytes">;

interface MonthPrice {
  serverBytes: number;
  peerBytes: number;
  deliveredBytes: number;
  lines: BillLine[];
  cents: number;
}

/** Returns the price of a month, from its days, which can be in any order. Bytes are added as BigInt. */
export function billOf(days: readonly DeliveredDay[], plan: BillingPlan): MonthPrice {
  const sum = (bytesOf: (day: DeliveredDay) => number) =>
    days.reduce((all, day) => all + BigInt(bytesOf(day)), 0n);
  const [server, peer] = [sum((day) => day.serverBytes), sum((day) => day.peerBytes)];
  const lines = calculatePriceLines(server + peer, plan);
  return {
    serverBytes: Number(server),
    peerBytes: Number(peer),
    deliveredBytes: Number(server + peer),
    lines,
    cents: sumCents(lines),
  };
}

export interface BillForecastOptions {
  /** The bytes delivered since the month began. */
  deliveredBytes: number;
  /** The full days before today, at most `FORECAST_READ_DAYS` back. */
  days: readonly DaySum[];
  nowMs: number;
  untilMs: number;
  plan: BillingPlan;
}

/**
 * Forecasts the totals of a month. The range comes from backtesting: each of the last 14 days is forecast from the days before it, and
 * the errors of independent days are added up.
 * @returns null if there is no full day yet.
 */
export function forecastBill(options: BillForecastOptions): BillForecast | null {
  const { deliveredBytes, days, nowMs, untilMs, plan } = options;
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const lately = days.filter(({ atMs }) => atMs >= todayMs - FORECAST_DAYS * DAY_MS);
  const expected = forecast({ soFar: deliveredBytes, days: lately, nowMs, untilMs });
  if (expected === null) return null;
  const estimate = (value: number) => {
    const bytes = Math.round(Math.max(value, deliveredBytes));
    return { bytes, cents: sumCents(calculatePriceLines(BigInt(bytes), plan)) };
  };
  const deviation = dailyDeviation(days, todayMs);
  const spread = EIGHTY_PERCENT_DEVIATIONS * (deviation ?? 0) * Math.sqrt((untilMs - nowMs) / DAY_MS);
  const range =
    deviation === null ? null : { low: estimate(expected - spread), high: estimate(expected + spread) };
  return { expected: estimate(expected), range };
}

/** The number of full days before a backtested forecast, which is made on the 15th. */
const BACKTEST_DAY_OF_MONTH = 14;

/**
 * Returns the accuracy of past forecasts: the forecast made on the 15th of each month, against the month's final figure.
 * @param days the traffic of each day in these months and before; a missing day had none.
 * @param months completed months.
 * @returns null if no month can be tested: it needs four weeks of figures before its 15th.
 */
export function tryForecasts(
  days: readonly DaySum[],
  months: readonly string[],
): { monthCount: number; meanErrorPercent: number } | null {
  const firstMs = Math.min(...days.filter(({ sum }) => sum > 0).map(({ atMs }) => atMs));
  const errors = months.flatMap((month) => {
    const { fromMs, untilMs } = monthOfUtc(month);
    const nowMs = fromMs + BACKTEST_DAY_OF_MONTH * DAY_MS;
    if (!(firstMs <= nowMs - FORECAST_DAYS * DAY_MS)) return [];
    const sumOf = (from: number, until: number) =>
      days.reduce((all, { atMs, sum }) => (atMs >= from && atMs < until ? all + sum : all), 0);
    const before = days.filter(({ atMs }) => atMs < nowMs && atMs >= nowMs - FORECAST_DAYS * DAY_MS);
    const expected = forecast({ soFar: sumOf(fromMs, nowMs), days: before, nowMs, untilMs });
    const had = sumOf(fromMs, untilMs);
    return expected === null || had === 0 ? [] : [Math.abs(expected - had) / had];
  });
  if (errors.length === 0) return null;
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  return { monthCount: errors.length, meanErrorPercent: mean * 100 };
}

/** Returns the standard deviation of the daily forecast error; null with too few days. */
function dailyDeviation(days: readonly DaySum[], todayMs: number): number | null {
  const errors = Array.from({ length: BACKTESTED_DAYS }, (_, back) => {
    const atMs = todayMs - (back + 1) * DAY_MS;
    const before = days.filter((day) => day.atMs < atMs && day.atMs >= atMs - FORECAST_DAYS * DAY_MS);
    const expected = forecast({ soFar: 0, days: before, nowMs: atMs, untilMs: atMs + DAY_MS });
    const had = days.find((day) => day.atMs === atMs)?.sum ?? 0;
    return expected === null ? [] : [had - expected];
  }).flat();
  if (errors.length < BACKTESTED_DAYS) return null;
  return Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
}
