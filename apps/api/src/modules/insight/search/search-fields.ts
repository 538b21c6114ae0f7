import { malformedError, unsupportedError } from "./search-error.ts";

export type FieldKind = "text" | "number" | "date";

export interface SearchField {
  kind: FieldKind;
  /** The SQL expression of the field in a row of `session_minutes`. */
  sql: string;
  /** The SQL that sums a number over many rows: integers are added up before the division, which is faster and exact. */
  sum?: string;
  /** Whether the field is an alias of a field that hits already show. */
  isAlias?: true;
}

/** Defines a text field. Its column is used unchanged, because an expression around the column would not use the table's keys. */
const textField = (column: string): SearchField => ({ kind: "text", sql: column });
/**
 * Defines a number field.
 * @param per the factor between the stored unit and the field's unit, such as 1,000 from ms to s.
 */
const numberField = (column: string, per?: number): SearchField => {
  const divided = (sql: string) => `toFloat64(${sql})${per === undefined ? "" : ` / ${per}`}`;
  return { kind: "number", sql: divided(column), sum: divided(`sum(${column})`) };
};
const aliasField = (field: SearchField): SearchField => ({ ...field, isAlias: true });

const BYTES_A_MB = 1_000_000;
const SEC_REBUF = numberField("sec_rebuf_http + sec_rebuf_p2p");
const MB_SERVER = numberField("bytes_server", BYTES_A_MB);
const MB_PEER = numberField("bytes_peer", BYTES_A_MB);

/** All searchable fields; SQL contains only these expressions and no input of callers. The units are seconds, 10⁶ bytes and hours. */
const SEARCH_FIELDS: Readonly<Record<string, SearchField>> = {
  timestamp: { kind: "date", sql: "minute" },
  // These are the names that tools use by default.
  "@timestamp": aliasField({ kind: "date", sql: "minute" }),
  authorizationKey: textField("video_uuid"),
  video: aliasField(textField("video_uuid")),
  client: textField("client_uuid"),
  session: textField("session_uuid"),
  new_client_uuid: textField("viewer"),
  country: textField("country"),
  device: textField("device"),
  network: textField("network"),
  provider: textField("isp"),
  browser: textField("browser"),
  system: textField("system"),
  player: textField("player"),
  link: textField("link_uuid"),
  config: textField("config_uuid"),
  site: textField("site_uuid"),
  host: textField("page_host"),
  sec_server: numberField("sec_server"),
  sec_peer: numberField("sec_peer"),
  sec_rebuf: SEC_REBUF,
  sec_rebuf_http: numberField("sec_rebuf_http"),
  sec_rebuf_p2p: numberField("sec_rebuf_p2p"),
  MB_server: MB_SERVER,
  MB_peer: MB_PEER,
  MB_up: numberField("bytes_up", BYTES_A_MB),
  nbVues: numberField("views"),
  tot_amount_data: numberField("bytes_server + bytes_peer", BYTES_A_MB),
  tot_hours_view: numberField("sec_server + sec_peer", 3_600),
  attempts: numberField("attempts"),
  errors: numberField("errors"),
  global_sec_server: aliasField(numberField("sec_server")),
  global_sec_peer: aliasField(numberField("sec_peer")),
  global_sec_rebuf: aliasField(SEC_REBUF),
  global_MB_server: aliasField(MB_SERVER),
  global_MB_peer: aliasField(MB_PEER),
};

/** The fields that a hit shows, in order. */
export const HIT_FIELDS: readonly string[] = Object.keys(SEARCH_FIELDS).filter(
  (name) => !SEARCH_FIELDS[name]?.isAlias,
);

/** Every name that a search may use, in the table's order. */
export const FIELD_NAMES: readonly string[] = Object.keys(SEARCH_FIELDS);
/** The text fields, each under its main name. */
export const TEXT_FIELDS: readonly string[] = HIT_FIELDS.filter(
  (name) => SEARCH_FIELDS[name]?.kind === "text",
);

const plainName = (name: string) => name.replace(/\.keyword$/, "");
const findField = (name: string): SearchField | undefined =>
  Object.hasOwn(SEARCH_FIELDS, plainName(name)) ? SEARCH_FIELDS[plainName(name)] : undefined;

/** Returns whether a field contains text, numbers or times; undefined if no field has this name. */
export const fieldKind = (name: string): FieldKind | undefined => findField(name)?.kind;

/**
 * Lists the fields with these names, which may contain wildcards.
 * @param among names that a wildcard can match.
 * @throws SearchError for an unknown name without a wildcard.
 */
export function findFieldNames(names: readonly unknown[], among: readonly string[], at: string): string[] {
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
 * Whether a string matches a pattern with stars.
 * @example matchesStars("sec_peer", "sec_*") // true
 */
export function matchesStars(textField: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return textField === pattern;
  if (!textField.startsWith(first)) return false;
  let index = first.length;
  for (const part of rest) {
    const found = textField.indexOf(part, index);
    if (found < 0) return false;
    index = found + part.length;
  }
  return textField.length - last.length >= index && textField.endsWith(last);
}

/**
 * Finds a field by its name; `.keyword`, Elasticsearch's suffix for whole texts, is ignored.
 * @throws SearchError if the field does not exist or is of none of these kinds.
 */
export function requireField(name: unknown, at: string, ...kinds: FieldKind[]): SearchField {
  if (typeof name !== "string") throw malformedError(at, "must name a field");
  const field = findField(name);
  if (!field) throw unsupportedError(`field ${name}`, at);
  if (kinds.length > 0 && !kinds.includes(field.kind))
    throw unsupportedError(`${field.kind} field ${name} (takes ${kinds.join(" or ")})`, at);
  return field;
}
