import { KEY_PERIODS, MAX_SEARCH_INDICES } from "@shoal/contract";
import { malformedError, noSuchIndex } from "./search-error.ts";

/** The videos that the name of an index stands for. */
export type KeyTarget =
  /** All videos of a client; if no client is named, all videos of the caller's client or, for administrators, of every client. */
  | { kind: "global"; clientUuid: string | undefined; name: string }
  /** All videos of the caller's own client, which is also the default if there is no key. */
  | { kind: "own"; name: string }
  | { kind: "video"; uuid: string; name: string };

const UUID_SOURCE = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const GLOBAL_KEY_PATTERN = new RegExp(`^global(${UUID_SOURCE})?(.*)$`, "i");
const VIDEO_KEY_PATTERN = new RegExp(`^(?:cam-)?(${UUID_SOURCE})(.*)$`, "i");
/** The suffixes of a key. In Elasticsearch each selects another table; here all read the same table. */
const KEY_SUFFIXES = ["", "*", "_*", ...KEY_PERIODS.flatMap((period) => [`_${period}`, `_${period}*`])];

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
  if (names.length === 0) throw malformedError(at, "names no metrics key");
  if (names.length > MAX_SEARCH_INDICES)
    throw malformedError(at, `names more than ${MAX_SEARCH_INDICES} metrics keys`);
  return names.flatMap((name) => {
    const target = parseKey(name, at);
    if (target) return [target];
    if (isLenient) return [];
    throw noSuchIndex(name);
  });
}

/** The names with which Elasticsearch means all indices. */
const ALL_INDICES = ["*", "_all"];

/**
 * Parses one index name.
 * @returns undefined for a name that is not a metrics key.
 */
function parseKey(name: string, at: string): KeyTarget | undefined {
  if (ALL_INDICES.includes(name)) return { kind: "own", name };
  const [isGlobal, clientUuid, globalSuffix = ""] = GLOBAL_KEY_PATTERN.exec(name) ?? [];
  const [isVideo, uuid = "", videoSuffix = ""] = VIDEO_KEY_PATTERN.exec(name) ?? [];
  if (isGlobal === undefined && isVideo === undefined) return undefined;
  const suffix = isGlobal === undefined ? videoSuffix : globalSuffix;
  if (!KEY_SUFFIXES.includes(suffix))
    throw malformedError(
      at,
      `${name} has an unknown suffix ${suffix}: it takes ${KEY_SUFFIXES.slice(1).join(", ")}`,
    );
  return isGlobal === undefined
    ? { kind: "video", uuid: uuid.toLowerCase(), name }
    : { kind: "global", clientUuid: clientUuid?.toLowerCase(), name };
}
