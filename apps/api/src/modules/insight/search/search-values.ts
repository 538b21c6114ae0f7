import { MAX_SEARCH_DEPTH } from "@shoal/contract";
import { malformedError, unsupportedError } from "./search-error.ts";

export type FieldsByName = Record<string, unknown>;

/**
 * Returns the path of a nested part.
 * @example nestedPath("aggs", "x") // "aggs.x"
 */
export const nestedPath = (at: string, name: string | number) => (at === "" ? String(name) : `${at}.${name}`);

export function requireObject(value: unknown, at: string): FieldsByName {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw malformedError(at || "body", "must be an object");
  return value as FieldsByName;
}

/**
 * Requires an object that contains no other fields.
 * @param what the object whose parameters they are, for the error message.
 */
export function requireFields(
  value: unknown,
  at: string,
  known: readonly string[],
  what: string,
): FieldsByName {
  const fields = requireObject(value, at);
  const odd = Object.keys(fields).find((name) => !known.includes(name));
  if (odd !== undefined) throw unsupportedError(`${what} ${odd}`, nestedPath(at, odd));
  return fields;
}

/** Requires an object with a single field, as queries and sorts are written. */
export function requireOne(value: unknown, at: string): [string, unknown] {
  const entries = Object.entries(requireObject(value, at));
  const [only] = entries;
  if (!only || entries.length > 1) throw malformedError(at, `must have one field, not ${entries.length}`);
  return only;
}

export function requireInteger(
  value: unknown,
  at: string,
  { min, max }: { min: number; max: number },
): number {
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max)
    throw malformedError(at, `must be an integer from ${min} to ${max}`);
  return value as number;
}

export function requireNumber(value: unknown, at: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw malformedError(at, "must be a number");
  return value;
}

export function requireText(value: unknown, at: string): string {
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  const text = isPlain ? String(value) : undefined;
  if (text === undefined || text.includes("\0") || !text.isWellFormed())
    throw malformedError(at, "must be a text without NUL and halves of characters");
  return text;
}

/** Converts a value to a list, because Elasticsearch accepts a single value instead of a list. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/**
 * Rejects deep nesting.
 * @throws SearchError beyond the depth of any reasonable query.
 */
export function assertShallow(depth: number, at: string): void {
  if (depth > MAX_SEARCH_DEPTH) throw malformedError(at, `is nested more than ${MAX_SEARCH_DEPTH} deep`);
}
