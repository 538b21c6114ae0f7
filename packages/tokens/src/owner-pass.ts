import { openSealed, sealText } from "./seal.ts";

/** The page that shows a preview asks for the next one at half of it: long enough for a line that is slow to come back. */
export const OWNER_PASS_MS = 600_000;

const USE = "owner";

/** The claims of a pass. */
export interface OwnerPass {
  /** The uuid of the video or scene list; the preview shows nothing else. */
  uuid: string;
  /** The user who requested it: links to files in a preview name this user. */
  userUuid: string;
  /** In whole seconds. */
  expiresAtMs: number;
  /** A guest of a review link: files are no part of the preview, nor is what viewers would meet. */
  isGuest?: true;
}

const GUEST = "g";

/**
 * With it people of a client see a video of theirs as a preview, whatever its rules, password and dates are:
 * `expiry.uuid.user.signature`, of a guest `expiry.uuid.user.g.signature`.
 * @param secret of the installation: api and edge share it.
 * @example signOwnerPass({ uuid, userUuid, expiresAtMs: Date.now() + OWNER_PASS_MS }, secret);
 */
export function signOwnerPass({ uuid, userUuid, expiresAtMs, isGuest }: OwnerPass, secret: string): string {
  const expiry = Math.floor(expiresAtMs / 1000).toString(36);
  const parts = [expiry, uuid, userUuid, ...(isGuest ? [GUEST] : [])];
  return sealText(parts.join("."), { use: USE, secret });
}

/**
 * The claims of a pass; undefined when it is forged or out of date.
 * @example readOwnerPass(pass, secret)?.uuid
 */
export function readOwnerPass(pass: string, secret: string, nowMs = Date.now()): OwnerPass | undefined {
  const text = openSealed(pass, { use: USE, secret });
  const [expiry = "", uuid = "", userUuid = "", kind] = text?.split(".") ?? [];
  const expiresAtMs = Number.parseInt(expiry, 36) * 1000;
  if (userUuid === "" || !(expiresAtMs > nowMs)) return undefined;
  return { uuid, userUuid, expiresAtMs, ...(kind === GUEST ? { isGuest: true } : {}) };
}
