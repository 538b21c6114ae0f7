import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { AppError } from "@shoal/contract";

export interface SigningKey {
  id: string;
  secret: string;
}

/** 128 of HMAC-SHA256's 256 bits: beyond guessing, and half the length in every media URL. */
const SIGNATURE_BYTES = 16;

/**
 * Signs short texts for one purpose; a signature of one purpose is none for another.
 * The first key signs, all verify: a key is replaced by putting the new one first and dropping the old one later.
 */
export class Signer {
  readonly #purpose: string;
  /** A secret that is text is made into a key at each signature, which takes as long as half of the signature itself. */
  readonly #keys: { id: string; secret: KeyObject }[];
  constructor(purpose: string, keys: SigningKey[]) {
    this.#purpose = purpose;
    this.#keys = keys.map(({ id, secret }) => ({ id, secret: createSecretKey(secret, "utf8") }));
  }

  /** @returns `keyId.payload.signature`; the payload must be URL-safe. */
  sign(payload: string): string {
    const [key] = this.#keys;
    if (!key) throw new Error("No signing key");
    return `${key.id}.${payload}.${this.#signatureOf(key, payload).toString()}`;
  }

  /**
   * @returns the payload.
   * @throws AppError "token_invalid"
   */
  verify(token: string): string {
    const first = token.indexOf(".");
    const last = token.lastIndexOf(".");
    const key = this.#keys.find((candidate) => candidate.id === token.slice(0, first));
    const payload = token.slice(first + 1, last);
    if (!key || last <= first) throw invalid();
    const given = Buffer.from(token.slice(last + 1));
    const expected = this.#signatureOf(key, payload);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalid();
    return payload;
  }

  /** As text, so that no second spelling of the same bytes passes. */
  #signatureOf(key: { id: string; secret: KeyObject }, payload: string): Buffer {
    const text = `${this.#purpose}\n${key.id}\n${payload}`;
    const digest = createHmac("sha256", key.secret).update(text).digest();
    return Buffer.from(digest.subarray(0, SIGNATURE_BYTES).toString("base64url"));
  }
}

export const invalid = () => new AppError("token_invalid", "The token is not valid or has expired");
