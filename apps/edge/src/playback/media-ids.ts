import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject } from "node:crypto";
import type { SigningKey } from "@shoal/tokens";

const CIPHER = "aes-128-ecb";
const KEY_BYTES = 16;

/**
 * The names of videos in media URLs: the same for all viewers of a video, so that caches and peers share, and
 * readable only by edges, so that viewers with a link never learn the video's own uuid. A uuid is one AES
 * block, and so is its name.
 */
export class MediaIds {
  readonly #key: KeyObject;
  constructor({ secret }: SigningKey) {
    this.#key = createSecretKey(hash("sha256", `media-id\n${secret}`, "buffer").subarray(0, KEY_BYTES));
  }

  /** @returns the name, in the form of a uuid. */
  seal(uuid: string): string {
    return toUuid(createCipheriv(CIPHER, this.#key, null).setAutoPadding(false).update(toBytes(uuid)));
  }

  /** @returns the uuid of a name returned by `seal`; for any other, a uuid of no video. */
  open(mediaId: string): string {
    return toUuid(createDecipheriv(CIPHER, this.#key, null).setAutoPadding(false).update(toBytes(mediaId)));
  }
}

const toBytes = (uuid: string) => Buffer.from(uuid.replaceAll("-", ""), "hex");

function toUuid(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
