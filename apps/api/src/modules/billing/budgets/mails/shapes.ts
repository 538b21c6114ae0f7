import { z } from "zod";

export const BUDGET_MAIL_SHAPES = {
  "budget-warning": z.object({
    clientName: z.string(),
    percent: z.number(),
    spentCents: z.number(),
    limitCents: z.number(),
    isStopped: z.boolean(),
    /** Mails that waited from before know nothing of it. */
    isCdnStopped: z.boolean().optional(),
    /** The same. */
    isPlaybackStopped: z.boolean().optional(),
  }),
};
export type BudgetMailShapes = typeof BUDGET_MAIL_SHAPES;
