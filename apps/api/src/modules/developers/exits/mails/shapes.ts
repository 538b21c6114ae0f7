import { EXIT_FAULTS } from "@shoal/contract";
import { z } from "zod";

const ready = z.object({ clientName: z.string(), url: z.string() });
const failed = ready.extend({ fault: z.enum(EXIT_FAULTS) });

export const EXIT_MAIL_SHAPES = { "exit-ready": ready, "exit-failed": failed };
export type ExitMailShapes = typeof EXIT_MAIL_SHAPES;
