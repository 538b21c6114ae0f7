import { KEY_PERIODS, SEARCH_MAX_INDICES } from "@shoal/contract";
import { malformed, noSuchIndex } from "./search-error.ts";

/** What an index name refers to. */
export type KeyTarget =
  /** All videos of a client; if no client is named, those of the caller's own client or, for administrators, of every client. */
  | { kind: "global"; clientUuid: string | undefined; name: string }
  /** All videos of the caller's own client, which is also the default without a key. */
  | { kind: "own"; name: string }
  | { kind: "video"; uuid: string; name: string };

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const GLOBAL = new RegExp(`^global(${UUID})?(.*)$`, "i");
const VIDEO = new RegExp(`^(?:cam-)?(${UUID})(.*)$`, "i");
/** The suffixes of a key. In Elasticsearch each selects another table; here all read the same one. */
const SUFFIXES = ["", "*", "_*", ...KEY_PERIODS.flatMap((period) => [`_${period}`, `_${period}*`])];

/**
 * Parses index names, separated by commas.
 * @param isLenient skips unknown keys.
 * @throws SearchError "bad_request" for an unknown suffix or too many keys, "not_found" for an unknown key.
 */
export function parseKeys(text: string, at: string, isLenient = false): KeyTarget[] {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) throw malformed(at, "names no metrics key");
  if (names.length > SEARCH_MAX_INDICES)
    throw malformed(at, `names more than ${SEARCH_MAX_INDICES} metrics keys`);
  return names.flatMap((name) => {
    const target = parseKey(name, at);
    if (target) return [target];
    if (isLenient) return [];
    throw noSuchIndex(name);
  });
}

/** The names with which Elasticsearch means all indices. */
const ALL = ["*", "_all"];

/**
 * Parses one index name.
 * @returns undefined for a name that is no metrics key.
 */
function parseKey(name: string, at: string): KeyTarget | undefined {
  if (ALL.includes(name)) return { kind: "own", name };
  const [isGlobal, clientUuid, globalSuffix = ""] = GLOBAL.exec(name) ?? [];
  const [isVideo, uuid = "", videoSuffix = ""] = VIDEO.exec(name) ?? [];
  if (isGlobal === undefined && isVideo === undefined) return undefined;
  const suffix = isGlobal === undefined ? videoSuffix : globalSuffix;
  if (!SUFFIXES.includes(suffix))
    throw malformed(at, `${name} has an unknown suffix ${suffix}: it takes ${SUFFIXES.slice(1).join(", ")}`);
  return isGlobal === undefined
    ? { kind: "video", uuid: uuid.toLowerCase(), name }
    : { kind: "global", clientUuid: clientUuid?.toLowerCase(), name };
}
