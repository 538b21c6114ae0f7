import { openSealed, sealText } from "./seal.ts";

/** The lifetime of a pass: long enough for a slow connection, since a page requests a new pass for each connection. */
export const ROOM_PASS_LIFETIME_MS = 600_000;

const SEAL_PURPOSE = "room";

/**
 * Lets a page publish a direct live in its room at an edge: `expiry.uuid.signature`.
 * @param uuid the live.
 * @param secret the installation's secret, shared by api and edge.
 * @example signRoomPass(uuid, secret, Date.now() + ROOM_PASS_LIFETIME_MS);
 */
export function signRoomPass(uuid: string, secret: string, expiresAtMs: number): string {
  return sealText(`${Math.floor(expiresAtMs / 1000).toString(36)}.${uuid}`, { use: SEAL_PURPOSE, secret });
}

/**
 * Returns the uuid of the live that a pass is for; undefined if it is forged or expired.
 * @example readRoomPass(signRoomPass(uuid, secret, Date.now() + ROOM_PASS_LIFETIME_MS), secret) // uuid
 */
export function readRoomPass(pass: string, secret: string, nowMs = Date.now()): string | undefined {
  const text = openSealed(pass, { use: SEAL_PURPOSE, secret });
  const [expiry = "", uuid = ""] = text?.split(".") ?? [];
  return Number.parseInt(expiry, 36) * 1000 > nowMs ? uuid : undefined;
}
