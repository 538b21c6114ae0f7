import { createSecretKey, type KeyObject } from "node:crypto";
import { AppError } from "@shoal/contract";
import { computeSignature, isSignatureOf } from "./seal.ts";

export interface SigningKey {
  id: string;
  secret: string;
}

/**
 * Signs short texts for one purpose; signatures are not valid for other purposes. The first key signs, and all keys verify: to replace a
 * key, put the new one first and remove the old one later.
 */
export class Signer {
  readonly #purpose: string;
  /** The keys as key objects: creating one from text takes half as long as the signature itself. */
  readonly #keys: { id: string; secret: KeyObject }[];
  constructor(purpose: string, keys: SigningKey[]) {
    this.#purpose = purpose;
    this.#keys = keys.map(({ id, secret }) => ({ id, secret: createSecretKey(secret, "utf8") }));
  }

  /** Signs a payload, which must be URL-safe. @returns `keyId.payload.signature`. */
  sign(payload: string): string {
    const [key] = this.#keys;
    if (!key) throw new Error("No signing key");
    return `${key.id}.${payload}.${computeSignature(this.#textOf(key, payload), key.secret)}`;
  }

  /**
   * Checks a signature.
   * @returns the payload.
   * @throws AppError "token_invalid"
   */
  verify(token: string): string {
    const first = token.indexOf(".");
    const last = token.lastIndexOf(".");
    const key = this.#keys.find((candidate) => candidate.id === token.slice(0, first));
    const payload = token.slice(first + 1, last);
    if (!key || last <= first) throw invalid();
    if (!isSignatureOf(token.slice(last + 1), this.#textOf(key, payload), key.secret)) throw invalid();
    return payload;
  }

  #textOf(key: { id: string }, payload: string): string {
    return `${this.#purpose}\n${key.id}\n${payload}`;
  }
}

export const invalid = () => new AppError("token_invalid", "The token is not valid or has expired");
