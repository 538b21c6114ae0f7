import { createHash } from "node:crypto";
import type { ClientDescriptor, DeliveryRules, DescribedRules, PlaybackDescriptor } from "@shoal/contract";
import { type ResolvedRules, resolveRules, valuesOf } from "@shoal/domain";

/** Rules as they hold at a moment. */
export interface RulesInForce {
  values: DeliveryRules;
  /** The same with where each comes from. */
  resolved: ResolvedRules;
  /** Of the client, an IANA name. */
  timeZone: string;
  /** Changes with who may watch: what was given under another one is looked at again. Ends with the `lock`. */
  access: string;
}

const ACCESS_LENGTH = 8;
/** Nobody is let in before a start, so that nothing was given under it. */
const NOT_STARTED = "~";

/**
 * What a viewer must have passed for a video: another with each password, and with a start that is still to come; empty
 * where there is nothing to pass.
 */
export function lockOf({
  passwordHash,
  startsAt,
}: Pick<PlaybackDescriptor, "passwordHash" | "startsAt">): string {
  const password = passwordHash === null ? "" : digestOf(passwordHash);
  const isToCome = startsAt !== null && Date.parse(startsAt) > Date.now();
  return isToCome ? password + NOT_STARTED : password;
}

/** Whether what was given under `given` has passed all that `now` asks for. @param given the `access` of a token. */
export function hasPassed(given: string, now: string): boolean {
  const lock = now.slice(ACCESS_LENGTH);
  return lock === "" || lock === given.slice(ACCESS_LENGTH);
}

/** Those of them that say who may watch. */
const ACCESS_RULES = [
  "streaming",
  "authorizedIPs",
  "unauthorizedIPs",
  "authorizedCountries",
  "unauthorizedCountries",
  "authorizedVPNs",
  "authorizedVPNsList",
  "authorizedWebsites",
  "authorizedSubdomains",
  "unauthorizedWebsites",
  "unauthorizedSubdomains",
] as const satisfies (keyof DeliveryRules)[];

/**
 * Resolves what is set for a video with what is set for its client.
 * @param client undefined for one of which nothing is known: it sets nothing.
 * @param uuid of a video of ours: the client may say which ones play at all.
 * @param lock of that video.
 */
export function rulesInForce(
  described: DescribedRules,
  client: ClientDescriptor | undefined,
  { nowMs, uuid, lock = "" }: { nowMs: number; uuid?: string; lock?: string },
): RulesInForce {
  const resolved = resolveRules({ ...described, client: client?.rules ?? {} }, nowMs);
  const playing = client?.authorizedVideos ?? [];
  const isListed = uuid === undefined || playing.length === 0 || playing.includes(uuid);
  if (!isListed) resolved.streaming = { value: "refused", source: "client" };
  const values = valuesOf(resolved);
  return { values, resolved, timeZone: client?.timeZone ?? "UTC", access: accessOf(values) + lock };
}

function accessOf(values: DeliveryRules): string {
  return digestOf(JSON.stringify(ACCESS_RULES.map((name) => values[name])));
}

const digestOf = (text: string) =>
  createHash("sha256").update(text).digest("base64url").slice(0, ACCESS_LENGTH);
