import { malformed, unsupported } from "./search-error.ts";

export type FieldKind = "text" | "number" | "date";

export interface SearchField {
  kind: FieldKind;
  /** The SQL expression of the field in a row of `session_minutes`. */
  sql: string;
  /** The SQL that sums a number over many rows: integers are added up before the division, which is faster and exact. */
  sum?: string;
  /** Whether the field is an alias of one that hits already show. */
  isAlias?: true;
}

/** Defines a text field. Its column is used unchanged: an expression around it would not use the table's keys. */
const text = (column: string): SearchField => ({ kind: "text", sql: column });
/**
 * Defines a number field.
 * @param per the number of the column's units in one unit of the field.
 */
const number = (column: string, per?: number): SearchField => {
  const divided = (sql: string) => `toFloat64(${sql})${per === undefined ? "" : ` / ${per}`}`;
  return { kind: "number", sql: divided(column), sum: divided(`sum(${column})`) };
};
const alias = (field: SearchField): SearchField => ({ ...field, isAlias: true });

const BYTES_A_MB = 1_000_000;
const SEC_REBUF = number("sec_rebuf_http + sec_rebuf_p2p");
const MB_SERVER = number("bytes_server", BYTES_A_MB);
const MB_PEER = number("bytes_peer", BYTES_A_MB);

/** All searchable fields; SQL contains only these expressions and no input of callers. The units are seconds, 10⁶ bytes and hours. */
const FIELDS: Readonly<Record<string, SearchField>> = {
  timestamp: { kind: "date", sql: "minute" },
  // These are the names that tools use by default.
  "@timestamp": alias({ kind: "date", sql: "minute" }),
  authorizationKey: text("video_uuid"),
  video: alias(text("video_uuid")),
  client: text("client_uuid"),
  session: text("session_uuid"),
  new_client_uuid: text("viewer"),
  country: text("country"),
  device: text("device"),
  network: text("network"),
  provider: text("isp"),
  browser: text("browser"),
  system: text("system"),
  player: text("player"),
  link: text("link_uuid"),
  config: text("config_uuid"),
  site: text("site_uuid"),
  host: text("page_host"),
  sec_server: number("sec_server"),
  sec_peer: number("sec_peer"),
  sec_rebuf: SEC_REBUF,
  sec_rebuf_http: number("sec_rebuf_http"),
  sec_rebuf_p2p: number("sec_rebuf_p2p"),
  MB_server: MB_SERVER,
  MB_peer: MB_PEER,
  MB_up: number("bytes_up", BYTES_A_MB),
  nbVues: number("views"),
  tot_amount_data: number("bytes_server + bytes_peer", BYTES_A_MB),
  tot_hours_view: number("sec_server + sec_peer", 3_600),
  attempts: number("attempts"),
  errors: number("errors"),
  global_sec_server: alias(number("sec_server")),
  global_sec_peer: alias(number("sec_peer")),
  global_sec_rebuf: alias(SEC_REBUF),
  global_MB_server: alias(MB_SERVER),
  global_MB_peer: alias(MB_PEER),
};

/** The fields that a hit shows, in order. */
export const HIT_FIELDS: readonly string[] = Object.keys(FIELDS).filter((name) => !FIELDS[name]?.isAlias);

/** Every name that a search may use, in the table's order. */
export const FIELD_NAMES: readonly string[] = Object.keys(FIELDS);
/** The text fields, each under its main name. */
export const TEXT_FIELDS: readonly string[] = HIT_FIELDS.filter((name) => FIELDS[name]?.kind === "text");

const plainName = (name: string) => name.replace(/\.keyword$/, "");
const findField = (name: string): SearchField | undefined =>
  Object.hasOwn(FIELDS, plainName(name)) ? FIELDS[plainName(name)] : undefined;

/** Returns the kind of a field; undefined if no field has this name. */
export const fieldKind = (name: string): FieldKind | undefined => findField(name)?.kind;

/**
 * Lists the fields with these names, which may contain wildcards.
 * @param among names that a wildcard can match.
 * @throws SearchError for an unknown name without a wildcard.
 */
export function namedFields(names: readonly unknown[], among: readonly string[], at: string): string[] {
  const all = names.flatMap((name) => {
    if (typeof name !== "string" || !name.includes("*")) {
      requireField(name, at);
      return [String(name)];
    }
    return among.filter((each) => matchesStars(each, name));
  });
  return [...new Set(all)];
}

/**
 * Whether a text matches a pattern with stars.
 * @example matchesStars("sec_peer", "sec_*") // true
 */
export function matchesStars(text: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let index = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, index);
    if (found < 0) return false;
    index = found + part.length;
  }
  return text.length - last.length >= index && text.endsWith(last);
}

/**
 * Finds a field by its name; `.keyword`, Elasticsearch's suffix for whole texts, is ignored.
 * @throws SearchError if the field does not exist or is of none of these kinds.
 */
export function requireField(name: unknown, at: string, ...kinds: FieldKind[]): SearchField {
  if (typeof name !== "string") throw malformed(at, "must name a field");
  const field = findField(name);
  if (!field) throw unsupported(`field ${name}`, at);
  if (kinds.length > 0 && !kinds.includes(field.kind))
    throw unsupported(`${field.kind} field ${name} (takes ${kinds.join(" or ")})`, at);
  return field;
}
