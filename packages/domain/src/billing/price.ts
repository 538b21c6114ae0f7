import {
  type BillingPlan,
  type BillLine,
  FREE_TIER_BYTES,
  type PlanKind,
  type PlanTier,
} from "@shoal/contract";

const BYTES_PER_TB = 1_000_000_000_000n;
const MICROS_PER_CENT = 10_000n;
/** §9: €10 per TB before tax. */
const MANAGED_MICROS_PER_TB = 10_000_000;

/** §9: €250 before tax up to 50 TB; each further TB costs the managed CDN rate. */
const FIXED_CENTS = 25_000;
const FIXED_PRICE_BYTES = 50_000_000_000_000;

const FREE_TIER: PlanTier = { upToBytes: FREE_TIER_BYTES, microsPerTb: 0 };
const UNLIMITED_TIER: PlanTier = { upToBytes: null, microsPerTb: MANAGED_MICROS_PER_TB };

/** The product's plans: 1 TB a month is free (§9); paid plans bill further delivery. */
const PLAN_TIERS: Readonly<Record<Exclude<PlanKind, "own">, readonly PlanTier[]>> = {
  free: [FREE_TIER],
  managed: [FREE_TIER, UNLIMITED_TIER],
  fixed: [{ upToBytes: FIXED_PRICE_BYTES, microsPerTb: 0, fixedCents: FIXED_CENTS }, UNLIMITED_TIER],
};

/**
 * Returns a plan with its prices.
 * @param tiers the prices of an individual contract; other plans ignore them.
 */
export const planOfKind = (kind: PlanKind, tiers: readonly PlanTier[] = []): BillingPlan => ({
  kind,
  tiers: [...(kind === "own" ? tiers : PLAN_TIERS[kind])],
});

/** Returns the plan of a client without a plan of its own: the free tier only, or paid delivery beyond it. */
export const planOf = ({ isFreeTierOnly }: { isFreeTierOnly: boolean }): BillingPlan =>
  planOfKind(isFreeTierOnly ? "free" : "managed");

/** A plan and the first day on which it applies, such as 2026-11-29. */
export interface DatedPlan {
  validFrom: string;
  plan: BillingPlan;
}

/** Returns the plan that prices a month: the one in force on its first day. @param month such as 2026-11. */
export const planIn = (plans: readonly DatedPlan[], month: string): BillingPlan =>
  plans
    .filter(({ validFrom }) => validFrom <= `${month}-01`)
    .reduce<DatedPlan | undefined>(
      (latest, each) => (latest && latest.validFrom >= each.validFrom ? latest : each),
      undefined,
    )?.plan ?? planOf({ isFreeTierOnly: false });

/** Returns the first month that a plan prices. @example firstMonthOf("2026-11-02") // "2026-12" */
export function firstMonthOf(validFrom: string): string {
  const month = validFrom.slice(0, 7);
  if (validFrom.endsWith("-01")) return month;
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

/**
 * Returns the price of bytes, in cents. This is the only place where money is rounded: once per line, to the nearest cent,
 * halves away from zero. All earlier values are exact integers.
 */
export function centsOf(bytes: bigint, microsPerTb: number): number {
  const unit = BYTES_PER_TB * MICROS_PER_CENT;
  const exact = bytes * BigInt(microsPerTb);
  const half = exact < 0n ? -unit / 2n : unit / 2n;
  return Number((exact + half) / unit);
}

/**
 * Returns the lines of a month, one for each tier that delivery reached, always including the first. Their cents add up to the
 * price, which is not rounded again.
 * @param delivered bytes of the whole month.
 * @example calculatePriceLines(1_500_000_000_000n, planOf({ isFreeTierOnly: false })).map(({ cents }) => cents) // [0, 500]
 */
export function calculatePriceLines(delivered: bigint, { tiers }: BillingPlan): BillLine[] {
  const starts = tiers.map((_, at) => tiers[at - 1]?.upToBytes ?? 0);
  return tiers.flatMap(({ upToBytes, microsPerTb, fixedCents }, at) => {
    const fromBytes = starts[at] ?? 0;
    const limit = upToBytes === null ? delivered : BigInt(upToBytes);
    const bytes = (delivered < limit ? delivered : limit) - BigInt(fromBytes);
    if (at > 0 && bytes <= 0n) return [];
    const cents = centsOf(bytes, microsPerTb) + (fixedCents ?? 0);
    const line = { fromBytes, toBytes: upToBytes, microsPerTb, bytes: Number(bytes), cents };
    return [fixedCents ? { ...line, fixedCents } : line];
  });
}

export const sumCents = (lines: readonly BillLine[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0);
