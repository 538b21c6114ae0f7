import { createHash } from "node:crypto";
import type { RuleDigests, RuleSettings } from "@shoal/contract";
import type { ClientDescriptor, DescribedRules } from "@shoal/contract/edge";

const DIGEST_LENGTH = 12;

/** Computes a digest of each level's settings, with which edges and the api check that they have the same rules. */
export const digestLevels = (
  { custom, collection, config }: DescribedRules,
  client: Pick<ClientDescriptor, "rules" | "timeZone"> | undefined,
): RuleDigests => ({
  custom: digestSettings(custom),
  collection: digestSettings(collection?.rules),
  config: digestSettings(config),
  client: `${digestSettings(client?.rules)} ${client?.timeZone ?? "UTC"}`,
});

/** Digests, keyed by the identity of the settings. Settings with lists of 50,000 addresses rarely change. */
const digestCache = new WeakMap<RuleSettings, string>();

/** Returns the digest of a level's settings, independent of key order; empty and missing settings are equal. */
export function digestSettings(settings: RuleSettings = {}): string {
  const before = digestCache.get(settings);
  if (before !== undefined) return before;
  const sorted = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(sorted, (_, value: unknown) => sortKeys(value));
  const digest = createHash("sha256").update(text).digest("base64url").slice(0, DIGEST_LENGTH);
  digestCache.set(settings, digest);
  return digest;
}

/** Weekly times are objects, whose keys a database may reorder. */
const sortKeys = (value: unknown) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
