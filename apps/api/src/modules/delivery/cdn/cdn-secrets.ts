import { randomBytes, randomUUID } from "node:crypto";
import type { SecretBox } from "@shoal/tokens";
import type { CdnSecretOfRow } from "./cdn.table.ts";

/** The purpose of the key that seals secrets of entries. */
export const CDN_SECRETS = "CDN secrets";
const SECRET_BYTES = 32;

export const isSecretInForce = ({ endsAt }: CdnSecretOfRow, nowMs: number): boolean =>
  endsAt === null || Date.parse(endsAt) > nowMs;

/** A new secret in front of the present one, which goes on for the grace; those before end now. */
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
