import { createDecipheriv, pbkdf2 } from "node:crypto";
import { promisify } from "node:util";

const deriveKey = promisify(pbkdf2);

const HEADER_BYTES = 16;
const SALT_BYTES = 16;
/** The signature of a key material message: version 1, with the vendor id. */
const MESSAGE_SIGNATURE = 0x1220_29;
const AES_CTR = 2;
const DERIVATION_ROUNDS = 2_048;
/** The length of the integrity check that key wrapping (RFC 3394) adds, in bytes. */
const INTEGRITY_CHECK_BYTES = 8;
const WRAP_CHECK = Buffer.alloc(INTEGRITY_CHECK_BYTES, 0xa6);
const KEY_SIZES_BYTES = [16, 24, 32];
/**
 * The length of the nonce in the initial counter, in bytes. The nonce is the salt, with the packet number XORed into its last four
 * bytes. The remaining bytes of the counter count the blocks of the packet.
 */
const NONCE_BYTES = 14;

/** The two keys of a connection, which the caller uses alternately. */
export class MediaKeys {
  readonly #passphrase: string;
  /** The keys by index: 1 for the even key, 2 for the odd one. */
  readonly #keys = new Map<number, { key: Buffer; salt: Buffer }>();

  constructor(passphrase: string) {
    this.#passphrase = passphrase;
  }

  /** Installs keys. @returns false, without changing anything, if the message is malformed or has another passphrase. */
  async install(message: Buffer): Promise<boolean> {
    const wrapped = parseKeyMessage(message);
    if (!wrapped) return false;
    const { salt, keyBytes, indexes } = wrapped;
    // SRT derives the wrapping key from only the last eight bytes of the salt.
    const wrapping = await deriveKey(this.#passphrase, salt.subarray(8), DERIVATION_ROUNDS, keyBytes, "sha1");
    const keys = unwrapKeys(wrapped.keys, wrapping);
    if (!keys) return false;
    for (const [place, index] of indexes.entries())
      this.#keys.set(index, { salt, key: keys.subarray(place * keyBytes, (place + 1) * keyBytes) });
    return true;
  }

  /** Decrypts a packet. @returns undefined if its key is unknown. */
  decrypt(
    payload: Buffer,
    { keyIndex, sequence }: { keyIndex: number; sequence: number },
  ): Buffer | undefined {
    const found = this.#keys.get(keyIndex);
    if (!found) return undefined;
    const counter = Buffer.alloc(16);
    found.salt.copy(counter, 0, 0, NONCE_BYTES);
    counter.writeUInt32BE((counter.readUInt32BE(10) ^ sequence) >>> 0, 10);
    return createDecipheriv(`aes-${found.key.length * 8}-ctr`, found.key, counter).update(payload);
  }
}

function parseKeyMessage(message: Buffer) {
  if (message.length < HEADER_BYTES + SALT_BYTES) return undefined;
  const isKnown = message.readUIntBE(0, 3) === MESSAGE_SIGNATURE && message[8] === AES_CTR;
  const [saltBytes, keyBytes] = [4 * (message[14] ?? 0), 4 * (message[15] ?? 0)];
  const indexes = [1, 2].filter((index) => (message[3] ?? 0) & index);
  const keys = message.subarray(HEADER_BYTES + SALT_BYTES);
  const isWhole = keys.length === indexes.length * keyBytes + INTEGRITY_CHECK_BYTES && indexes.length > 0;
  if (!isKnown || !isWhole || saltBytes !== SALT_BYTES || !KEY_SIZES_BYTES.includes(keyBytes))
    return undefined;
  return {
    salt: Buffer.from(message.subarray(HEADER_BYTES, HEADER_BYTES + SALT_BYTES)),
    keyBytes,
    indexes,
    keys,
  };
}

function unwrapKeys(wrapped: Buffer, wrapping: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv(`id-aes${wrapping.length * 8}-wrap`, wrapping, WRAP_CHECK);
    return Buffer.concat([decipher.update(wrapped), decipher.final()]);
  } catch {
    // The integrity check of the wrapped key failed, so the passphrase differs.
    return undefined;
  }
}
