import type { BillingPlan, PlanInput, PlanKind } from "@shoal/contract";

const BYTES_PER_TB = 1_000_000_000_000;
const MICROS_PER_EURO = 1_000_000;
const CENTS_PER_EURO = 100;

/** A tier of an individual contract being edited; "" for empty fields. */
export interface TierDraft {
  /** A key that still identifies the tier after other tiers have been removed. */
  key: number;
  upToTb: number | "";
  eurosPerTb: number | "";
  fixedEuros: number | "";
}

export interface PlanDraft {
  validFrom: string;
  kind: PlanKind;
  /** The tiers of the plan. The last tier has no limit, regardless of its field's value. */
  tiers: TierDraft[];
}

export const emptyTier = (key: number): TierDraft => ({ key, upToTb: "", eurosPerTb: "", fixedEuros: "" });

/** Returns a draft. An individual contract starts with the client's current plan. */
export const draftOf = (validFrom: string, { kind, tiers }: BillingPlan): PlanDraft => ({
  validFrom,
  kind,
  tiers:
    kind === "own"
      ? tiers.map(({ upToBytes, microsPerTb, fixedCents }, key) => ({
          key,
          upToTb: upToBytes === null ? "" : upToBytes / BYTES_PER_TB,
          eurosPerTb: microsPerTb / MICROS_PER_EURO,
          fixedEuros: fixedCents ? fixedCents / CENTS_PER_EURO : "",
        }))
      : [emptyTier(0)],
});

/** Returns the body of the call; undefined while a value is missing or the limits are not ascending. */
export function planOfDraft({ kind, tiers }: PlanDraft): PlanInput | undefined {
  if (kind !== "own") return { kind };
  const limits = tiers.slice(0, -1).map(({ upToTb }) => Number(upToTb));
  const isAscending = limits.every((limit, at) => limit > (limits[at - 1] ?? 0));
  if (!isAscending || tiers.some(({ eurosPerTb }) => eurosPerTb === "")) return undefined;
  return {
    kind,
    tiers: tiers.map(({ eurosPerTb, fixedEuros }, at) => ({
      upToBytes: at === tiers.length - 1 ? null : Math.round((limits[at] ?? 0) * BYTES_PER_TB),
      microsPerTb: Math.round(Number(eurosPerTb) * MICROS_PER_EURO),
      ...(fixedEuros ? { fixedCents: Math.round(fixedEuros * CENTS_PER_EURO) } : {}),
    })),
  };
}
