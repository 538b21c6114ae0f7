import { z } from "zod";
import { BillingPlan, PLAN_KINDS } from "./bill.ts";

const MAX_TIERS = 20;
/** Rates of more than €1,000 per TB are rejected. */
const MAX_MICROS_PER_TB = 1_000_000_000;
/** The maximum fixed price: ten million euros. */
const MAX_FIXED_CENTS = 1_000_000_000;
/** The maximum limit of a tier, 9 PB: larger numbers are not exact. */
const MAX_TIER_LIMIT_BYTES = 9_000_000_000_000_000;

/** A valid UTC date, such as 2026-11-29. */
export const Day = z.iso.date().refine((day) => day >= "2000-01-01" && day < "2100-01-01", {
  message: "must be a day between 2000 and 2099",
});

/** A client's plan, which applies from a date. Prices are the product's, except in individual contracts. */
export const PlanInput = z
  .strictObject({
    kind: z.enum(PLAN_KINDS),
    /**
     * The tiers, for individual contracts only, by ascending limit; only the last can be unlimited. Delivery beyond the limits
     * is free.
     */
    tiers: z
      .array(
        z.strictObject({
          upToBytes: z.number().int().min(1).max(MAX_TIER_LIMIT_BYTES).nullable(),
          microsPerTb: z.number().int().min(0).max(MAX_MICROS_PER_TB),
          fixedCents: z.number().int().min(0).max(MAX_FIXED_CENTS).optional(),
        }),
      )
      .min(1)
      .max(MAX_TIERS)
      .optional(),
  })
  .superRefine(({ kind, tiers }, context) => {
    const fault = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path: ["tiers", ...path], message });
    if (kind === "own" && tiers === undefined) fault([], "is required for an individual contract");
    tiers?.forEach(({ upToBytes }, at) => {
      const before = tiers[at - 1]?.upToBytes ?? 0;
      const isLast = at === tiers.length - 1;
      if (!isLast && upToBytes === null) fault([at, "upToBytes"], "is required in all tiers but the last");
      if (upToBytes !== null && upToBytes <= before)
        fault([at, "upToBytes"], "must be above the limit of the previous tier");
    });
  });
export type PlanInput = z.infer<typeof PlanInput>;

export const ClientPlan = z.object({
  /** A date, such as 2026-11-29: the plan prices months that start on or after it. */
  validFrom: z.string(),
  /** The first month that the plan prices, such as 2026-12. */
  firstMonth: z.string(),
  plan: BillingPlan,
  /** Whether the plan's first month is over. If so, the plan and its date can no longer change. */
  isClosed: z.boolean(),
});
export type ClientPlan = z.infer<typeof ClientPlan>;

/** The plans of a client, latest first. */
export const ClientPlans = z.object({ _embedded: z.array(ClientPlan), _size: z.number() });
export type ClientPlans = z.infer<typeof ClientPlans>;
