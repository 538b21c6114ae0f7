import { AppError } from "@shoal/contract";
import { z } from "zod";

export const UUID = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, "must be a uuid");

/**
 * Parses a value with a schema.
 * @throws AppError "bad_request" that names every invalid field.
 */
export function parseOrRefuse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), reason: message }));
  throw new AppError("bad_request", "The request is not valid", fields);
}
