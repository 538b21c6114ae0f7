import { z } from "zod";

const off = z.object({
  clientName: z.string(),
  reason: z.enum(["failing", "gone"]),
  address: z.string(),
  url: z.string(),
});
export type WebhookOffValues = z.infer<typeof off>;

export const WEBHOOK_MAIL_SHAPES = { "webhook-off": off };
export type WebhookMailShapes = typeof WEBHOOK_MAIL_SHAPES;
