import { z } from "zod";

/** Shares of a budget, in percent, at which managers are notified once a month each. */
export const BUDGET_WARNINGS = [50, 80, 100] as const;
/** Ten million euros. */
const LIMIT_MAX_CENTS = 1_000_000_000;

export const BudgetInput = z.strictObject({
  /** Per month, before tax; null for no budget. */
  limitCents: z.number().int().min(1).max(LIMIT_MAX_CENTS).nullable(),
  /** Nothing is created any more once it is reached, until the next month; what is published plays on. */
  stops: z.boolean(),
  /** CDN entries are no longer served once it is reached, until the next month. */
  stopsCdn: z.boolean().default(false),
  /** Viewers of videos and lives are refused once it is reached, until the next month; who watches goes on. */
  stopsPlayback: z.boolean().default(false),
});
export type BudgetInput = z.infer<typeof BudgetInput>;

export const Budget = BudgetInput.extend({
  /** What the month that runs had cost when it was last looked at; null before that. */
  spentCents: z.number().nullable(),
  /** The price of what our servers sent and counted themselves: what players say stops nobody who watches. Null as above. */
  measuredCents: z.number().nullable(),
  /** Nothing is created at present. */
  isStopped: z.boolean(),
  /** CDN entries are not served at present. */
  isCdnStopped: z.boolean(),
  /** Viewers are refused at present. */
  isPlaybackStopped: z.boolean(),
});
export type Budget = z.infer<typeof Budget>;
