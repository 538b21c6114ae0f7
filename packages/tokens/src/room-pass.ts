import { openSealed, sealText } from "./seal.ts";

/** A page asks for another one with each connection: long enough for a line that is slow to come back. */
export const ROOM_PASS_MS = 600_000;

const USE = "room";

/**
 * With it a page films a live without delay in its room at an edge: `expiry.uuid.signature`.
 * @param uuid of the live.
 * @param secret of the installation: api and edge share it.
 * @example signRoomPass(uuid, secret, Date.now() + ROOM_PASS_MS);
 */
export function signRoomPass(uuid: string, secret: string, expiresAtMs: number): string {
  return sealText(`${Math.floor(expiresAtMs / 1000).toString(36)}.${uuid}`, { use: USE, secret });
}

/**
 * The live for which a pass is; undefined when it is forged or out of date.
 * @example readRoomPass(signRoomPass(uuid, secret, Date.now() + ROOM_PASS_MS), secret) // uuid
 */
export function readRoomPass(pass: string, secret: string, nowMs = Date.now()): string | undefined {
  const text = openSealed(pass, { use: USE, secret });
  const [expiry = "", uuid = ""] = text?.split(".") ?? [];
  return Number.parseInt(expiry, 36) * 1000 > nowMs ? uuid : undefined;
}
