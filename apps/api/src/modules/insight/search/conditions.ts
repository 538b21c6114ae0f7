import { readMoment } from "./moments.ts";
import { unsupportedError } from "./search-error.ts";
import { requireField, TEXT_FIELDS } from "./search-fields.ts";
import { requireNumber, requireText } from "./search-values.ts";

export type RangeBound = "gt" | "gte" | "lt" | "lte";
export const RANGE_BOUNDS: readonly RangeBound[] = ["gt", "gte", "lt", "lte"];

/** A condition on a session's minute. `sql` is an expression from the table of fields. */
export type Condition =
  | { kind: "and" | "or"; of: Condition[] }
  | { kind: "not"; of: Condition }
  | { kind: "texts"; sql: string; values: string[] }
  /** The text matches the `pattern` of LIKE. */
  | { kind: "like"; sql: string; pattern: string }
  /** The text is not empty. */
  | { kind: "known"; sql: string }
  | { kind: "numbers"; sql: string; values: number[] }
  /** The row belongs to one of these metrics keys, named as in `_index`. */
  | { kind: "indices"; names: string[] }
  | { kind: "range"; sql: string; bound: RangeBound; value: number }
  /** The time is within the bound `value`, in ms since 1970. */
  | { kind: "time"; bound: RangeBound; value: number };

export const MATCH_ALL: Condition = { kind: "and", of: [] };
export const MATCH_NONE: Condition = { kind: "or", of: [] };

/** The position of a condition in a query, for error messages, and the time to which relative times refer. */
export interface QueryPosition {
  at: string;
  nowMs: number;
}

/**
 * Returns the condition that a field equals one of the values.
 * @throws SearchError for a field without such values, and for values of another type.
 */
export function equalsCondition(
  name: string,
  values: readonly unknown[],
  { at, nowMs }: QueryPosition,
): Condition {
  if (name === "_index") return { kind: "indices", names: values.map((value) => requireText(value, at)) };
  const { kind, sql } = requireField(name, at, "text", "number", "date");
  switch (kind) {
    case "text":
      return { kind: "texts", sql, values: values.map((value) => requireText(value, at)) };
    case "number":
      return { kind: "numbers", sql, values: values.map((value) => requireNumber(value, at)) };
    case "date":
      return { kind: "or", of: values.map((value) => duringMomentCondition(value, { at, nowMs })) };
  }
}

/** Returns the condition that a time is within a written moment: a date without a time means the whole day. */
const duringMomentCondition = (value: unknown, { at, nowMs }: QueryPosition): Condition => ({
  kind: "and",
  of: [
    { kind: "time", bound: "gte", value: readMoment(value, { at, nowMs, isEnd: false }) },
    { kind: "time", bound: "lte", value: readMoment(value, { at, nowMs, isEnd: true }) },
  ],
});

/** Returns the condition that a number or a time is within one bound of a range. */
export function boundCondition(
  name: string,
  bound: RangeBound,
  value: unknown,
  { at, nowMs }: QueryPosition,
): Condition {
  const { kind, sql } = requireField(name, at, "date", "number");
  if (kind === "number") return { kind: "range", sql, bound, value: requireNumber(value, at) };
  const isEnd = bound === "gt" || bound === "lte";
  return { kind: "time", bound, value: readMoment(value, { at, nowMs, isEnd }) };
}

/** Returns the condition that a field has a value: a number and a time always have one, a string may be empty. */
export function existsCondition(name: unknown, at: string): Condition {
  if (name === "_index" || name === "_id") return MATCH_ALL;
  const { kind, sql } = requireField(name, at);
  return kind === "text" ? { kind: "known", sql } : MATCH_ALL;
}

/** Returns the condition that a text field matches a pattern of SQL's LIKE. */
export function likeCondition(name: string, pattern: string, at: string): Condition {
  if (pattern === "%") return existsCondition(name, at);
  const { kind, sql } = requireField(name, at);
  if (kind !== "text") throw unsupportedError(`wildcard on ${kind} field ${name}`, at);
  return { kind: "like", sql, pattern };
}

/** Returns the condition that at least one text field meets a condition. */
export const anyTextCondition = (holds: (name: string) => Condition): Condition => ({
  kind: "or",
  of: TEXT_FIELDS.map(holds),
});

/**
 * Escapes a string for use in a pattern of LIKE.
 * @example escapeLike("50%") // "50\\%"
 */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (letter) => `\\${letter}`);
