import { MAX_SEARCH_BUCKETS } from "@shoal/contract";
import { type Interval, parseInterval, parseOffset, requireTimeZone } from "./intervals.ts";
import { malformedError, unsupportedError } from "./search-error.ts";
import { requireField } from "./search-fields.ts";
import {
  nestedPath,
  requireFields,
  requireInteger,
  requireNumber,
  requireObject,
  requireOne,
  requireText,
} from "./search-values.ts";

/** A part of the keys of a composite aggregation. */
export type CompositeSource = { name: string; isDescending: boolean } & (
  | { kind: "text" | "number"; sql: string }
  | { kind: "date"; interval: Interval; timeZone: string; offsetSec: number; isEpoch: boolean }
);

const MAX_SOURCES = 10;
const DEFAULT_SIZE = 10;

/**
 * Parses a composite aggregation.
 * @throws SearchError that names the unsupported part and its path.
 */
export function parseComposite(value: unknown, at: string) {
  const {
    sources,
    size = DEFAULT_SIZE,
    after,
  } = requireFields(value, at, ["sources", "size", "after"], "parameter");
  const place = nestedPath(at, "sources");
  if (!Array.isArray(sources) || sources.length === 0 || sources.length > MAX_SOURCES)
    throw malformedError(place, `must be a list of 1 to ${MAX_SOURCES} sources`);
  const all = sources.map((source, index) => parseSource(source, nestedPath(place, index)));
  return {
    sources: all,
    size: requireInteger(size, nestedPath(at, "size"), { min: 1, max: MAX_SEARCH_BUCKETS }),
    after: after === undefined ? undefined : parseAfter(after, all, nestedPath(at, "after")),
  };
}

function parseSource(value: unknown, place: string): CompositeSource {
  const [name, wanted] = requireOne(value, place);
  const at = nestedPath(place, name);
  const [kind, source] = requireOne(wanted, at);
  const inside = nestedPath(at, kind);
  if (kind === "terms") {
    const { field, order } = requireFields(source, inside, ["field", "order"], "parameter");
    const found = requireField(field, nestedPath(inside, "field"), "text", "number");
    const isDescending = parseDirection(order, nestedPath(inside, "order"));
    return { name, isDescending, kind: found.kind === "text" ? "text" : "number", sql: found.sql };
  }
  if (kind !== "date_histogram") throw unsupportedError(`source ${kind}`, at);
  const known = [
    "field",
    "order",
    "fixed_interval",
    "calendar_interval",
    "interval",
    "time_zone",
    "offset",
    "format",
  ];
  const fields = requireFields(source, inside, known, "parameter");
  requireField(fields.field, nestedPath(inside, "field"), "date");
  if (fields.format !== undefined && fields.format !== "epoch_millis")
    throw unsupportedError(`format ${String(fields.format)}`, nestedPath(inside, "format"));
  return {
    name,
    kind: "date",
    isDescending: parseDirection(fields.order, nestedPath(inside, "order")),
    interval: parseInterval(fields, inside),
    timeZone: requireTimeZone(fields.time_zone, nestedPath(inside, "time_zone")),
    offsetSec: parseOffset(fields.offset, nestedPath(inside, "offset")),
    isEpoch: fields.format !== undefined,
  };
}

/**
 * Parses the direction of a source.
 * @returns whether the direction is descending.
 */
function parseDirection(value: unknown, at: string): boolean {
  if (value !== undefined && value !== "asc" && value !== "desc")
    throw malformedError(at, "must be asc or desc");
  return value === "desc";
}

/** Parses the key of the last bucket of the previous page, as it was returned. */
function parseAfter(value: unknown, sources: readonly CompositeSource[], at: string): (string | number)[] {
  const fields = requireObject(value, at);
  const names = sources.map(({ name }) => name);
  requireFields(fields, at, names, "source");
  return sources.map(({ kind, name }) => {
    const place = nestedPath(at, name);
    if (kind === "text") return requireText(fields[name], place);
    const isText = kind === "date" && typeof fields[name] === "string" && /^\d{1,15}$/.test(fields[name]);
    return requireNumber(isText ? Number(fields[name]) : fields[name], place);
  });
}
