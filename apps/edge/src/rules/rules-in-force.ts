import { createHash } from "node:crypto";
import type { ClientDescriptor, DeliveryRules, DescribedRules } from "@shoal/contract";
import { type ResolvedRules, resolveRules, valuesOf } from "@shoal/domain";

/** Rules as they hold at a moment. */
export interface RulesInForce {
  values: DeliveryRules;
  /** The same with where each comes from. */
  resolved: ResolvedRules;
  /** Of the client, an IANA name. */
  timeZone: string;
  /** Changes with who may watch: what was given under another one is looked at again. */
  access: string;
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
 */
export function rulesInForce(
  described: DescribedRules,
  client: ClientDescriptor | undefined,
  { nowMs, uuid }: { nowMs: number; uuid?: string },
): RulesInForce {
  const resolved = resolveRules({ ...described, client: client?.rules ?? {} }, nowMs);
  const playing = client?.authorizedVideos ?? [];
  const isListed = uuid === undefined || playing.length === 0 || playing.includes(uuid);
  if (!isListed) resolved.streaming = { value: false, source: "client" };
  const values = valuesOf(resolved);
  return { values, resolved, timeZone: client?.timeZone ?? "UTC", access: accessOf(values) };
}

function accessOf(values: DeliveryRules): string {
  const said = JSON.stringify(ACCESS_RULES.map((name) => values[name]));
  return createHash("sha256").update(said).digest("base64url").slice(0, 8);
}
