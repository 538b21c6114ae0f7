import { createHash } from "node:crypto";
import { Signer, type SigningKey } from "@shoal/tokens";

/** The lifetime of a pass, in ms: a day. No viewing session is longer, and it is short enough for shared computers. */
const PASS_TTL_MS = 24 * 3_600_000;

/**
 * Signs and verifies passes. A pass replaces the password of one video or link, once entered correctly, until the password changes.
 * Renewals therefore need no hashing.
 */
export class WatchPasses {
  readonly #signer: Signer;
  readonly #nowMs: () => number;
  constructor(keys: SigningKey[], nowMs: () => number = Date.now) {
    this.#signer = new Signer("pass", keys);
    this.#nowMs = nowMs;
  }

  /**
   * Signs a pass.
   * @param uuid the requested video or link.
   * @param hash the stored hash of the password that the viewer entered; a new password invalidates the pass.
   */
  sign(uuid: string, hash: string): string {
    const expiry = Math.floor((this.#nowMs() + PASS_TTL_MS) / 1000).toString(36);
    return this.#signer.sign([expiry, uuid, fingerprintOf(hash)].join("."));
  }

  /** Whether a pass is valid; false if it is forged, expired, for another video, or for an earlier password. */
  isValid(pass: string, uuid: string, hash: string): boolean {
    try {
      const [expiry = "", ofUuid, fingerprint] = this.#signer.verify(pass).split(".");
      const isCurrent = Number.parseInt(expiry, 36) * 1000 > this.#nowMs();
      return isCurrent && ofUuid === uuid && fingerprint === fingerprintOf(hash);
    } catch {
      return false;
    }
  }
}

/** Returns a digest of the stored hash. Since each hash has a new salt, setting the same password again also changes the digest. */
const fingerprintOf = (hash: string) => createHash("sha256").update(hash).digest("base64url").slice(0, 16);
