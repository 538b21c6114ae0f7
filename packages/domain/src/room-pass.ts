import { createHmac, timingSafeEqual } from "node:crypto";

/** A page asks for another one with each connection: long enough for a line that is slow to come back. */
export const ROOM_PASS_MS = 600_000;

const SIGNATURE_BYTES = 16;

/**
 * With it a page films a live without delay in its room at an edge: `expiry.uuid.signature`.
 * @param uuid of the live.
 * @param secret of the installation: api and edge share it.
 * @example signRoomPass(uuid, secret, Date.now() + ROOM_PASS_MS);
 */
export function signRoomPass(uuid: string, secret: string, expiresAtMs: number): string {
  const payload = `${Math.floor(expiresAtMs / 1000).toString(36)}.${uuid}`;
  return `${payload}.${signatureOf(payload, secret)}`;
}

/**
 * The live for which a pass is; undefined when it is forged or out of date.
 * @example readRoomPass(signRoomPass(uuid, secret, Date.now() + ROOM_PASS_MS), secret) // uuid
 */
export function readRoomPass(pass: string, secret: string, nowMs = Date.now()): string | undefined {
  const payload = pass.slice(0, Math.max(0, pass.lastIndexOf(".")));
  const given = Buffer.from(pass.slice(payload.length + 1));
  const expected = Buffer.from(signatureOf(payload, secret));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [expiry = "", uuid = ""] = payload.split(".");
  return Number.parseInt(expiry, 36) * 1000 > nowMs ? uuid : undefined;
}

/** Another use of the secret never makes the same signature. */
function signatureOf(payload: string, secret: string): string {
  const digest = createHmac("sha256", secret).update(`room\n${payload}`).digest();
  return digest.subarray(0, SIGNATURE_BYTES).toString("base64url");
}
