import { SEARCH_MAX_BUCKETS } from "@shoal/contract";
import { type Interval, parseInterval, parseOffset, requireTimeZone } from "./intervals.ts";
import { malformed, unsupported } from "./search-error.ts";
import { requireField } from "./search-fields.ts";
import {
  below,
  requireFields,
  requireInteger,
  requireNumber,
  requireObject,
  requireOne,
  requireText,
} from "./search-values.ts";

/** A part of the keys of a composite aggregation. */
export type Source = { name: string; isDescending: boolean } & (
  | { kind: "text" | "number"; sql: string }
  | { kind: "date"; interval: Interval; timeZone: string; offsetSec: number; isEpoch: boolean }
);

const SOURCES_MAX = 10;
const USUAL_SIZE = 10;

/**
 * Parses a composite aggregation.
 * @throws SearchError that names the unsupported part and its path.
 */
export function parseComposite(value: unknown, at: string) {
  const {
    sources,
    size = USUAL_SIZE,
    after,
  } = requireFields(value, at, ["sources", "size", "after"], "parameter");
  const place = below(at, "sources");
  if (!Array.isArray(sources) || sources.length === 0 || sources.length > SOURCES_MAX)
    throw malformed(place, `must be a list of 1 to ${SOURCES_MAX} sources`);
  const all = sources.map((source, index) => parseSource(source, below(place, index)));
  return {
    sources: all,
    size: requireInteger(size, below(at, "size"), { min: 1, max: SEARCH_MAX_BUCKETS }),
    after: after === undefined ? undefined : parseAfter(after, all, below(at, "after")),
  };
}

function parseSource(value: unknown, place: string): Source {
  const [name, wanted] = requireOne(value, place);
  const at = below(place, name);
  const [kind, source] = requireOne(wanted, at);
  const inside = below(at, kind);
  if (kind === "terms") {
    const { field, order } = requireFields(source, inside, ["field", "order"], "parameter");
    const found = requireField(field, below(inside, "field"), "text", "number");
    const isDescending = parseDirection(order, below(inside, "order"));
    return { name, isDescending, kind: found.kind === "text" ? "text" : "number", sql: found.sql };
  }
  if (kind !== "date_histogram") throw unsupported(`source ${kind}`, at);
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
  requireField(fields.field, below(inside, "field"), "date");
  if (fields.format !== undefined && fields.format !== "epoch_millis")
    throw unsupported(`format ${String(fields.format)}`, below(inside, "format"));
  return {
    name,
    kind: "date",
    isDescending: parseDirection(fields.order, below(inside, "order")),
    interval: parseInterval(fields, inside),
    timeZone: requireTimeZone(fields.time_zone, below(inside, "time_zone")),
    offsetSec: parseOffset(fields.offset, below(inside, "offset")),
    isEpoch: fields.format !== undefined,
  };
}

/**
 * Parses the direction of a source.
 * @returns whether it is descending.
 */
function parseDirection(value: unknown, at: string): boolean {
  if (value !== undefined && value !== "asc" && value !== "desc") throw malformed(at, "must be asc or desc");
  return value === "desc";
}

/** Parses the key of the last bucket of the previous page, as it was returned. */
function parseAfter(value: unknown, sources: readonly Source[], at: string): (string | number)[] {
  const fields = requireObject(value, at);
  const names = sources.map(({ name }) => name);
  requireFields(fields, at, names, "source");
  return sources.map(({ kind, name }) => {
    const place = below(at, name);
    if (kind === "text") return requireText(fields[name], place);
    const isText = kind === "date" && typeof fields[name] === "string" && /^\d{1,15}$/.test(fields[name]);
    return requireNumber(isText ? Number(fields[name]) : fields[name], place);
  });
}
