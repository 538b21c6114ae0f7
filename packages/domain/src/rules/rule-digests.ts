import { createHash } from "node:crypto";
import type { RuleDigests, RuleSettings } from "@shoal/contract";
import type { ClientDescriptor, DescribedRules } from "@shoal/contract/edge";

const DIGEST_LENGTH = 12;

/** Short words for what each level sets, by which edges and api know whether they mean the same. */
export const digestLevels = (
  { custom, collection, config }: DescribedRules,
  client: Pick<ClientDescriptor, "rules" | "timeZone"> | undefined,
): RuleDigests => ({
  custom: digestSettings(custom),
  collection: digestSettings(collection?.rules),
  config: digestSettings(config),
  client: `${digestSettings(client?.rules)} ${client?.timeZone ?? "UTC"}`,
});

/** By the identity of the settings: lists of 50,000 addresses change seldom. */
const known = new WeakMap<RuleSettings, string>();

/** The same for the same rules, in whatever order they are written; a level that sets nothing is like one that is not there. */
export function digestSettings(settings: RuleSettings = {}): string {
  const before = known.get(settings);
  if (before !== undefined) return before;
  const sorted = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(sorted, (_, value: unknown) => inOrder(value));
  const digest = createHash("sha256").update(text).digest("base64url").slice(0, DIGEST_LENGTH);
  known.set(settings, digest);
  return digest;
}

/** Times of the week are objects, whose fields a database may turn round. */
const inOrder = (value: unknown) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
