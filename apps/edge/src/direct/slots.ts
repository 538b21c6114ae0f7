import { createHash } from "node:crypto";
import { Signer, type SigningKey } from "@shoal/tokens";

/**
 * A day: longer than any viewing session. A slot grants nothing on its own, since its holder must also present a ticket; it is
 * not renewed during playback.
 */
const LIFE_MS = 24 * 3_600_000;

/** Whose a place is. */
export interface SlotOwner {
  /** The live's uuid. */
  uuid: string;
  sessionId: string;
}

/** Slots prove which place of a room a session has had, also to another edge and to one that was started again. */
export class Slots {
  readonly #signer: Signer;
  readonly #nowMs: () => number;
  constructor(keys: SigningKey[], nowMs: () => number = Date.now) {
    this.#signer = new Signer("slot", keys);
    this.#nowMs = nowMs;
  }

  sign(place: string, owner: SlotOwner): string {
    const expiry = Math.floor((this.#nowMs() + LIFE_MS) / 1000).toString(36);
    return this.#signer.sign([expiry, place, fingerprintOf(owner)].join("."));
  }

  /** @returns the place; undefined for a slot that is forged, expired or of another viewer. */
  find(slot: string, owner: SlotOwner): string | undefined {
    try {
      const [expiry = "", place, fingerprint] = this.#signer.verify(slot).split(".");
      const isCurrent = Number.parseInt(expiry, 36) * 1000 > this.#nowMs();
      return isCurrent && fingerprint === fingerprintOf(owner) ? place : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Keeps the live's own uuid from viewers with a link. */
const fingerprintOf = ({ uuid, sessionId }: SlotOwner) =>
  createHash("sha256").update(`${uuid}\n${sessionId}`).digest("base64url").slice(0, 22);
