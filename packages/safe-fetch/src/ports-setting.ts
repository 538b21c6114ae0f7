import { z } from "zod";
import { parsePorts } from "./policy.ts";

/**
 * A setting that lists ports, as `parsePorts` reads them.
 * @param usual those of a setting that nobody gave.
 */
export const portsSetting = (usual: string) =>
  z
    .string()
    .default(usual)
    .transform((text, context) => {
      try {
        return parsePorts(text);
      } catch (error) {
        context.addIssue((error as Error).message);
        return z.NEVER;
      }
    });
