import { z } from "zod";

/** Shares of a budget, in percent, at which managers are notified once a month each. */
export const BUDGET_WARNINGS = [50, 80, 100] as const;
/** The maximum budget: ten million euros. */
const MAX_BUDGET_CENTS = 1_000_000_000;

export const BudgetInput = z.strictObject({
  /** The budget per month, before tax; null for none. */
  limitCents: z.number().int().min(1).max(MAX_BUDGET_CENTS).nullable(),
  /** Whether new content is blocked once the budget is reached, until the next month; published content keeps playing. */
  stops: z.boolean(),
  /** Whether CDN entries are no longer served once the budget is reached, until the next month. */
  stopsCdn: z.boolean().default(false),
  /**
   * Whether new viewers of videos and lives are refused once the budget is reached, until the next month; current viewers
   * continue.
   */
  stopsPlayback: z.boolean().default(false),
});
export type BudgetInput = z.infer<typeof BudgetInput>;

export const Budget = BudgetInput.extend({
  /** The cost of the current month at the last check; null before the first check. */
  spentCents: z.number().nullable(),
  /** The cost of traffic that our servers sent and measured; figures from players never stop playback. Null before the first check. */
  measuredCents: z.number().nullable(),
  /** Whether new content is currently blocked. */
  isStopped: z.boolean(),
  /** Whether CDN entries are currently not served. */
  isCdnStopped: z.boolean(),
  /** Whether new viewers are currently refused. */
  isPlaybackStopped: z.boolean(),
});
export type Budget = z.infer<typeof Budget>;
