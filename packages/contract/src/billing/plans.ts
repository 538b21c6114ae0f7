import { z } from "zod";
import { BillingPlan, PLAN_KINDS } from "./bill.ts";

const TIERS_MAX_COUNT = 20;
/** 1,000 € a TB. */
const MICROS_PER_TB_MAX = 1_000_000_000;
/** Ten million euros. */
const FIXED_CENTS_MAX = 1_000_000_000;
/** 9 PB: beyond, numbers are not exact. */
const LIMIT_MAX_BYTES = 9_000_000_000_000_000;

/** A day of UTC that there is, as 2026-11-29. */
export const Day = z.iso.date().refine((day) => day >= "2000-01-01" && day < "2100-01-01", {
  message: "must be a day between 2000 and 2099",
});

/** Which plan a client has from a day on. The prices of all but an own contract are the product's. */
export const PlanInput = z
  .strictObject({
    kind: z.enum(PLAN_KINDS),
    /** Of an own contract alone: by ascending limit, the last without one. */
    tiers: z
      .array(
        z.strictObject({
          upToBytes: z.number().int().min(1).max(LIMIT_MAX_BYTES).nullable(),
          microsPerTb: z.number().int().min(0).max(MICROS_PER_TB_MAX),
          fixedCents: z.number().int().min(0).max(FIXED_CENTS_MAX).optional(),
        }),
      )
      .min(1)
      .max(TIERS_MAX_COUNT)
      .optional(),
  })
  .superRefine(({ kind, tiers }, context) => {
    const fault = (message: string) => context.addIssue({ code: "custom", path: ["tiers"], message });
    if (kind === "own" && tiers === undefined) fault("is needed for an own contract");
    if (kind !== "own" && tiers !== undefined) fault("is for an own contract alone");
    if (!Array.isArray(tiers)) return;
    const limits = tiers.map((tier) => tier?.upToBytes);
    if (limits.at(-1) !== null || limits.slice(0, -1).includes(null))
      fault("must have no limit in the last tier alone");
    else if (limits.slice(1, -1).some((limit, at) => Number(limit) <= Number(limits[at])))
      fault("must have ascending limits");
  });
export type PlanInput = z.infer<typeof PlanInput>;

export const ClientPlan = z.object({
  /** As 2026-11-29: the first month that it prices begins that day or later. */
  validFrom: z.string(),
  /** The first month that it prices, as 2026-12. */
  firstMonth: z.string(),
  plan: BillingPlan,
  /** That month has begun to be over: neither this plan nor its day changes any more. */
  isClosed: z.boolean(),
});
export type ClientPlan = z.infer<typeof ClientPlan>;

/** The latest first. */
export const ClientPlans = z.object({ _embedded: z.array(ClientPlan), _size: z.number() });
export type ClientPlans = z.infer<typeof ClientPlans>;
