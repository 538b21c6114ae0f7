import { randomBytes, randomUUID } from "node:crypto";
import type { SecretBox } from "@shoal/tokens";
import type { CdnSecretOfRow } from "./cdn.table.ts";

/** The purpose from which the key that encrypts secrets of entries is derived. */
export const CDN_SECRETS = "CDN secrets";
const SECRET_BYTES = 32;

export const isSecretInForce = ({ endsAt }: CdnSecretOfRow, nowMs: number): boolean =>
  endsAt === null || Date.parse(endsAt) > nowMs;

/** Adds a new secret in front of the current one, which stays valid for the grace period; earlier secrets expire now. */
export function replaceSecret(
  before: readonly CdnSecretOfRow[],
  { box, entryUuid, graceSec, nowMs }: { box: SecretBox; entryUuid: string; graceSec: number; nowMs: number },
): { secret: string; secrets: CdnSecretOfRow[] } {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const made: CdnSecretOfRow = {
    uuid: randomUUID(),
    sealed: box.seal(secret, entryUuid),
    createdAt: new Date(nowMs).toISOString(),
    endsAt: null,
  };
  const endsAt = new Date(nowMs + graceSec * 1_000).toISOString();
  const present = graceSec === 0 ? [] : before.filter((each) => each.endsAt === null);
  return { secret, secrets: [made, ...present.map((each) => ({ ...each, endsAt }))] };
}
