import { createHash, randomBytes } from "node:crypto";
import type { SecretBox } from "@shoal/tokens";

/** The purpose of the key that seals stream keys. */
export const STREAM_KEYS = "stream keys";

/** 192 bits: impossible to guess, and valid in an address without escaping. */
const KEY_BYTES = 24;

/** The hash under which a key is stored. */
export const hashStreamKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** A new key, as a live keeps it. */
export function makeStreamKey(videoUuid: string, box: SecretBox): { key_hash: Buffer; sealed_key: string } {
  const key = randomBytes(KEY_BYTES).toString("base64url");
  return { key_hash: hashStreamKey(key), sealed_key: box.seal(key, videoUuid) };
}
