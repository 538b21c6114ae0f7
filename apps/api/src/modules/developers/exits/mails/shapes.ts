import { EXIT_FAULTS } from "@shoal/contract";
import { z } from "zod";

const exportReadyFields = z.object({ clientName: z.string(), url: z.string() });
const exportFailedFields = exportReadyFields.extend({ fault: z.enum(EXIT_FAULTS) });

export const EXIT_MAIL_SHAPES = { "exit-ready": exportReadyFields, "exit-failed": exportFailedFields };
export type ExitMailShapes = typeof EXIT_MAIL_SHAPES;
