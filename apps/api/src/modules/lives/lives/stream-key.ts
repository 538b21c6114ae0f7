import { createHash, randomBytes } from "node:crypto";
import type { SecretBox } from "@shoal/tokens";

/** The purpose from which the key that seals stream keys is derived. */
export const STREAM_KEYS = "stream keys";

/** The size of a key: 192 bits cannot be guessed, and fit into an address without escaping. */
const KEY_BYTES = 24;

/** Returns the hash under which a key is stored. */
export const hashStreamKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Makes a stream key. @returns the columns that store it. */
export function makeStreamKey(videoUuid: string, box: SecretBox): { key_hash: Buffer; sealed_key: string } {
  const key = randomBytes(KEY_BYTES).toString("base64url");
  return { key_hash: hashStreamKey(key), sealed_key: box.seal(key, videoUuid) };
}
