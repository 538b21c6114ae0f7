import { z } from "zod";

const offFields = z.object({
  clientName: z.string(),
  reason: z.enum(["failing", "gone"]),
  address: z.string(),
  url: z.string(),
});
export type WebhookOffValues = z.infer<typeof offFields>;

export const WEBHOOK_MAIL_SHAPES = { "webhook-off": offFields };
export type WebhookMailShapes = typeof WEBHOOK_MAIL_SHAPES;
