import { z } from "zod";

export const CLIENT_MAIL_SHAPES = {
  "client-deletion-planned": z.object({ clientName: z.string(), deletionAt: z.string() }),
  "client-kept": z.object({ clientName: z.string() }),
};
export type ClientMailShapes = typeof CLIENT_MAIL_SHAPES;
