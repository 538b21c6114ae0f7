import { z } from "zod";

export const PLAN_KINDS = ["free", "managed", "fixed", "own"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** A tier of a plan: a part of a month's delivery, and its price. */
export const PlanTier = z.object({
  /** The upper limit of the tier per calendar month; null if there is no limit. */
  upToBytes: z.number().nullable(),
  /** The rate, in millionths of a euro per 10^12 bytes. */
  microsPerTb: z.number().int(),
  /** A fixed price, charged once delivery reaches the tier (always for the first tier); absent if there is none. */
  fixedCents: z.number().int().optional(),
});
export type PlanTier = z.infer<typeof PlanTier>;

/** The price of delivery, before tax. */
export const BillingPlan = z.object({
  kind: z.enum(PLAN_KINDS),
  /** The tiers by ascending limit; only the last can be unlimited. Delivery beyond the last limit is free. */
  tiers: z.array(PlanTier),
});
export type BillingPlan = z.infer<typeof BillingPlan>;

/** The delivery and cost of one day. */
export const BilledDay = z.object({
  /** A date in UTC, such as 2026-11-29. */
  day: z.string(),
  serverBytes: z.number(),
  peerBytes: z.number(),
  /** The part of the server delivery that belongs to CDN entries. */
  cdnBytes: z.number(),
  /** The stored bytes, measured daily; null for a day without a measurement. No plan charges for storage. */
  storedBytes: z.number().nullable(),
});
export type BilledDay = z.infer<typeof BilledDay>;

/** The delivery within one tier, and its price. */
export const BillLine = z.object({
  fromBytes: z.number(),
  /** The upper limit of the tier; null if there is no limit. */
  toBytes: z.number().nullable(),
  microsPerTb: z.number(),
  bytes: z.number(),
  /** The fixed part of `cents`, regardless of bytes; absent if there is none. */
  fixedCents: z.number().optional(),
  /** The price of the tier's delivery, rounded to the cent, halves away from zero. */
  cents: z.number(),
});
export type BillLine = z.infer<typeof BillLine>;

const BillSums = z.object({
  /** A month in UTC, such as 2026-11. */
  month: z.string(),
  /** Whether the month is over and all its hours are closed. */
  isComplete: z.boolean(),
  serverBytes: z.number(),
  peerBytes: z.number(),
  /** The billed volume, from servers and peers together. */
  deliveredBytes: z.number(),
  /** The sum of the lines, before tax. */
  cents: z.number(),
});

/** A forecast of bytes or cents at the end of the month. */
const BillEstimate = z.object({ bytes: z.number(), cents: z.number() });

export const BillForecast = z.object({
  expected: BillEstimate,
  /** 80 % of months end within this range; null with less than two weeks of data. */
  range: z.object({ low: BillEstimate, high: BillEstimate }).nullable(),
});
export type BillForecast = z.infer<typeof BillForecast>;

/** A client's bill for a month, or for its days so far. */
export const MonthBill = BillSums.extend({
  asOf: z.string(),
  plan: BillingPlan,
  lines: z.array(BillLine),
  /** The days of the month that have started, including days without delivery. */
  days: z.array(BilledDay),
  /** The forecast; null once the month is over, or before the first full day. */
  forecast: BillForecast.nullable(),
});
export type MonthBill = z.infer<typeof MonthBill>;

export const BilledMonths = z.object({
  _embedded: z.array(BillSums),
  _size: z.number(),
  /** The error of forecasts made on the 15th of past months; null if no past month can be tested. */
  forecastTrial: z.object({ monthCount: z.number().int(), meanErrorPercent: z.number() }).nullable(),
});
export type BilledMonths = z.infer<typeof BilledMonths>;
