import { z } from "zod";

export const BUDGET_MAIL_SHAPES = {
  "budget-warning": z.object({
    clientName: z.string(),
    percent: z.number(),
    spentCents: z.number(),
    limitCents: z.number(),
    isStopped: z.boolean(),
    /** This field is absent from mails queued by earlier versions. */
    isCdnStopped: z.boolean().optional(),
    /** This field is absent from mails queued by earlier versions. */
    isPlaybackStopped: z.boolean().optional(),
  }),
};
export type BudgetMailShapes = typeof BUDGET_MAIL_SHAPES;
