import { z } from "zod";

export const CDN_MAIL_SHAPES = {
  "cdn-name-failing": z.object({
    clientName: z.string(),
    host: z.string(),
    /** When the name will no longer be served; null if it is no longer served. */
    stopsAt: z.string().nullable(),
    url: z.string(),
  }),
};
export type CdnMailShapes = typeof CDN_MAIL_SHAPES;
