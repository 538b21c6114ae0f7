import { type BillingPlan, type BillLine, FREE_TIER_BYTES } from "@shoal/contract";

const BYTES_PER_TB = 1_000_000_000_000n;
const MICROS_PER_CENT = 10_000n;
/** §9: 10 € a TB before tax. */
const MANAGED_MICROS_PER_TB = 10_000_000;

/** What clients have without an agreement of their own: 1 TB a month is free (§9), and the rest is for who pays. */
export const planOf = ({ isFreeTierOnly }: { isFreeTierOnly: boolean }): BillingPlan =>
  isFreeTierOnly
    ? { kind: "free", tiers: [{ upToBytes: FREE_TIER_BYTES, microsPerTb: 0 }] }
    : {
        kind: "managed",
        tiers: [
          { upToBytes: FREE_TIER_BYTES, microsPerTb: 0 },
          { upToBytes: null, microsPerTb: MANAGED_MICROS_PER_TB },
        ],
      };

/**
 * What bytes cost, in cents. Money is rounded here and nowhere else: once a line, to the nearest cent, halves away from zero. Up
 * to there nothing is lost, as all is whole numbers.
 */
export function centsOf(bytes: bigint, microsPerTb: number): number {
  const unit = BYTES_PER_TB * MICROS_PER_CENT;
  const exact = bytes * BigInt(microsPerTb);
  const half = exact < 0n ? -unit / 2n : unit / 2n;
  return Number((exact + half) / unit);
}

/**
 * The lines of a month, one for each tier that delivery reached; the first always. Their cents make the price: it has no rounding
 * of its own.
 * @param delivered bytes of the whole month.
 * @example priceLines(1_500_000_000_000n, planOf({ isFreeTierOnly: false })).map(({ cents }) => cents) // [0, 500]
 */
export function priceLines(delivered: bigint, { tiers }: BillingPlan): BillLine[] {
  const starts = tiers.map((_, at) => tiers[at - 1]?.upToBytes ?? 0);
  return tiers.flatMap(({ upToBytes, microsPerTb }, at) => {
    const fromBytes = starts[at] ?? 0;
    const limit = upToBytes === null ? delivered : BigInt(upToBytes);
    const bytes = (delivered < limit ? delivered : limit) - BigInt(fromBytes);
    if (at > 0 && bytes <= 0n) return [];
    const cents = centsOf(bytes, microsPerTb);
    return [{ fromBytes, toBytes: upToBytes, microsPerTb, bytes: Number(bytes), cents }];
  });
}

export const sumCents = (lines: readonly BillLine[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0);
