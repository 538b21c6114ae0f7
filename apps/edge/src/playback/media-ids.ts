import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject } from "node:crypto";
import type { SigningKey } from "@shoal/tokens";

const CIPHER_NAME = "aes-128-ecb";
const KEY_BYTES = 16;

/**
 * Encrypts uuids of videos into the names in media URLs. All viewers get the same name, so that caches and peers share media. Only
 * edges can decrypt a name, so viewers with an export link never learn the video's uuid. Both a uuid and a name are one AES block.
 */
export class MediaIds {
  readonly #key: KeyObject;
  constructor({ secret }: SigningKey) {
    this.#key = createSecretKey(hash("sha256", `media-id\n${secret}`, "buffer").subarray(0, KEY_BYTES));
  }

  /** Encrypts a uuid. @returns the name of the media, which is formatted like a uuid. */
  seal(uuid: string): string {
    return toUuid(createCipheriv(CIPHER_NAME, this.#key, null).setAutoPadding(false).update(toBytes(uuid)));
  }

  /** Decrypts a name returned by `seal`. Any other name results in a uuid that belongs to no video. */
  open(mediaId: string): string {
    return toUuid(
      createDecipheriv(CIPHER_NAME, this.#key, null).setAutoPadding(false).update(toBytes(mediaId)),
    );
  }
}

const toBytes = (uuid: string) => Buffer.from(uuid.replaceAll("-", ""), "hex");

function toUuid(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
