import { openSealed, sealText } from "./seal.ts";

/** The page of a preview renews its pass after half of this time, which leaves room for a slow connection. */
export const OWNER_PASS_LIFETIME_MS = 600_000;

const SEAL_PURPOSE = "owner";

/** The claims of a pass. */
export interface OwnerPass {
  /** The uuid of the video or scene list; the preview shows nothing else. */
  uuid: string;
  /** The user who requested the pass. Links to files in a preview name this user. */
  userUuid: string;
  /** The expiry of the pass, in ms since 1970; signed in whole seconds. */
  expiresAtMs: number;
  /** Whether the pass is for a guest of a review link: the preview contains no files, and no simulation of viewers' restrictions. */
  isGuest?: true;
}

const GUEST_MARK = "g";

/**
 * Lets users of a client watch a preview of their video, regardless of its rules, password and dates:
 * `expiry.uuid.user.signature`, for guests `expiry.uuid.user.g.signature`.
 * @param secret the installation's secret, shared by api and edge.
 * @example signOwnerPass({ uuid, userUuid, expiresAtMs: Date.now() + OWNER_PASS_LIFETIME_MS }, secret);
 */
export function signOwnerPass({ uuid, userUuid, expiresAtMs, isGuest }: OwnerPass, secret: string): string {
  const expiry = Math.floor(expiresAtMs / 1000).toString(36);
  const parts = [expiry, uuid, userUuid, ...(isGuest ? [GUEST_MARK] : [])];
  return sealText(parts.join("."), { use: SEAL_PURPOSE, secret });
}

/**
 * Reads the claims of a pass; undefined if it is forged or expired.
 * @example readOwnerPass(pass, secret)?.uuid
 */
export function readOwnerPass(pass: string, secret: string, nowMs = Date.now()): OwnerPass | undefined {
  const text = openSealed(pass, { use: SEAL_PURPOSE, secret });
  const [expiry = "", uuid = "", userUuid = "", kind] = text?.split(".") ?? [];
  const expiresAtMs = Number.parseInt(expiry, 36) * 1000;
  if (userUuid === "" || !(expiresAtMs > nowMs)) return undefined;
  return { uuid, userUuid, expiresAtMs, ...(kind === GUEST_MARK ? { isGuest: true } : {}) };
}
