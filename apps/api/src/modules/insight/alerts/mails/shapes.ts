import { ALERT_ENDINGS, ALERT_KINDS } from "@shoal/contract";
import { z } from "zod";

/** The fields of an alert, whose figures are in the unit of its kind. */
const alertFields = z.object({
  clientName: z.string(),
  kind: z.enum(ALERT_KINDS),
  /** The video's title; null for all videos. */
  title: z.string().nullable(),
  threshold: z.number(),
  worst: z.number(),
  last: z.number(),
  ending: z.enum(ALERT_ENDINGS).nullable(),
  openedAt: z.string(),
  closedAt: z.string().nullable(),
  url: z.string(),
});
export type AlertMailValues = z.infer<typeof alertFields>;

export const ALERT_MAIL_SHAPES = { "alert-opened": alertFields, "alert-closed": alertFields };
export type AlertMailShapes = typeof ALERT_MAIL_SHAPES;
