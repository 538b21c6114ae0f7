import { readMoment } from "./moments.ts";
import { unsupported } from "./search-error.ts";
import { requireField, TEXT_FIELDS } from "./search-fields.ts";
import { requireNumber, requireText } from "./search-values.ts";

export type Bound = "gt" | "gte" | "lt" | "lte";
export const BOUNDS: readonly Bound[] = ["gt", "gte", "lt", "lte"];

/** The conditions on a session's minute. `sql` uses the table of fields. */
export type Condition =
  | { kind: "and" | "or"; of: Condition[] }
  | { kind: "not"; of: Condition }
  | { kind: "texts"; sql: string; values: string[] }
  /** `pattern` of LIKE. */
  | { kind: "like"; sql: string; pattern: string }
  /** A text that is not empty. */
  | { kind: "known"; sql: string }
  | { kind: "numbers"; sql: string; values: number[] }
  /** Names of metrics keys, as `_index` holds them. */
  | { kind: "indices"; names: string[] }
  | { kind: "range"; sql: string; bound: Bound; value: number }
  /** `value` in ms since 1970. */
  | { kind: "time"; bound: Bound; value: number };

export const EVERYTHING: Condition = { kind: "and", of: [] };
export const NOTHING: Condition = { kind: "or", of: [] };

/** The path in a query. */
export interface Position {
  at: string;
  nowMs: number;
}

/** @throws SearchError for a field that has no such values, and for values of another type. */
export function equals(name: string, values: readonly unknown[], { at, nowMs }: Position): Condition {
  if (name === "_index") return { kind: "indices", names: values.map((value) => requireText(value, at)) };
  const { kind, sql } = requireField(name, at, "text", "number", "date");
  switch (kind) {
    case "text":
      return { kind: "texts", sql, values: values.map((value) => requireText(value, at)) };
    case "number":
      return { kind: "numbers", sql, values: values.map((value) => requireNumber(value, at)) };
    case "date":
      return { kind: "or", of: values.map((value) => duringMoment(value, { at, nowMs })) };
  }
}

/** A value written as a date means the whole day. */
const duringMoment = (value: unknown, { at, nowMs }: Position): Condition => ({
  kind: "and",
  of: [
    { kind: "time", bound: "gte", value: readMoment(value, { at, nowMs, isEnd: false }) },
    { kind: "time", bound: "lte", value: readMoment(value, { at, nowMs, isEnd: true }) },
  ],
});

/** One bound of a range of numbers or times. */
export function bounded(name: string, bound: Bound, value: unknown, { at, nowMs }: Position): Condition {
  const { kind, sql } = requireField(name, at, "date", "number");
  if (kind === "number") return { kind: "range", sql, bound, value: requireNumber(value, at) };
  const isEnd = bound === "gt" || bound === "lte";
  return { kind: "time", bound, value: readMoment(value, { at, nowMs, isEnd }) };
}

/** A number and a moment are always known, a text may be empty. */
export function exists(name: unknown, at: string): Condition {
  if (name === "_index" || name === "_id") return EVERYTHING;
  const { kind, sql } = requireField(name, at);
  return kind === "text" ? { kind: "known", sql } : EVERYTHING;
}

/** A text field that matches a pattern of SQL's LIKE. */
export function isLike(name: string, pattern: string, at: string): Condition {
  if (pattern === "%") return exists(name, at);
  const { kind, sql } = requireField(name, at);
  if (kind !== "text") throw unsupported(`wildcard on ${kind} field ${name}`, at);
  return { kind: "like", sql, pattern };
}

/** A condition on any text. */
export const ofAnyText = (holds: (name: string) => Condition): Condition => ({
  kind: "or",
  of: TEXT_FIELDS.map(holds),
});

/** A text as a part of a pattern of LIKE. @example escapeLike("50%") // "50\\%" */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (letter) => `\\${letter}`);
