import { PROOF_STOPS } from "@shoal/contract";
import { z } from "zod";

export const PROOF_MAIL_SHAPES = {
  "proof-stopped": z.object({
    clientName: z.string(),
    reason: z.enum(PROOF_STOPS),
    /** The value, in seconds per hour or in 10⁹ bytes. */
    value: z.number(),
    url: z.string(),
  }),
};
export type ProofMailShapes = typeof PROOF_MAIL_SHAPES;
