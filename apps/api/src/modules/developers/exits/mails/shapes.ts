import { EXIT_FAULTS } from "@shoal/contract";
import { z } from "zod";

const readyFields = z.object({ clientName: z.string(), url: z.string() });
const failedFields = readyFields.extend({ fault: z.enum(EXIT_FAULTS) });

export const EXIT_MAIL_SHAPES = { "exit-ready": readyFields, "exit-failed": failedFields };
export type ExitMailShapes = typeof EXIT_MAIL_SHAPES;
