import { type Invocation, textOptionOf } from "./command.ts";
import { UsageError } from "./errors.ts";

/** Parses a whole number between two bounds. @throws UsageError for anything else. */
export function parseWholeNumber(
  invocation: Invocation,
  name: string,
  { min, max, otherwise }: { min: number; max: number; otherwise: number },
): number {
  const text = textOptionOf(invocation, name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < min || value > max)
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}`);
  return value;
}
