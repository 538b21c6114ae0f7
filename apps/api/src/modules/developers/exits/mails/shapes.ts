import { z } from "zod";

const ready = z.object({ clientName: z.string(), call: z.string() });

export const EXIT_MAIL_SHAPES = { "exit-ready": ready };
export type ExitMailShapes = typeof EXIT_MAIL_SHAPES;
