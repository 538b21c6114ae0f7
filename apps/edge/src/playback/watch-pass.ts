import { createHash } from "node:crypto";
import { Signer, type SigningKey } from "@shoal/tokens";

/** A day: longer than anyone watches, shorter than a computer in a library stays open. */
const LIFE_MS = 24 * 3_600_000;

/**
 * A pass replaces a correctly entered password, for one video or link until its password changes. It saves hashing on renewals.
 */
export class WatchPasses {
  readonly #signer: Signer;
  readonly #nowMs: () => number;
  constructor(keys: SigningKey[], nowMs: () => number = Date.now) {
    this.#signer = new Signer("pass", keys);
    this.#nowMs = nowMs;
  }

  /**
   * @param uuid the requested video or link.
   * @param hash the stored hash of the password that the viewer entered: a new password invalidates the pass.
   */
  sign(uuid: string, hash: string): string {
    const expiry = Math.floor((this.#nowMs() + LIFE_MS) / 1000).toString(36);
    return this.#signer.sign([expiry, uuid, fingerprintOf(hash)].join("."));
  }

  /** False for a pass that is forged, out of date, another video's, or of an earlier password. */
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

/** Each password has its own salt, so that setting the same one again changes it too. */
const fingerprintOf = (hash: string) => createHash("sha256").update(hash).digest("base64url").slice(0, 16);
