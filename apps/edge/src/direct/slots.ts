import { createHash } from "node:crypto";
import { Signer, type SigningKey } from "@shoal/tokens";

/**
 * The lifetime of a slot: a day. Slots are not renewed during playback, and no viewing session lasts longer. A slot grants no
 * access on its own: its holder must also present a ticket.
 */
const SLOT_TTL_MS = 24 * 3_600_000;

/** The viewer and the live that a place belongs to. */
export interface SlotOwner {
  /** The live's uuid. */
  uuid: string;
  sessionId: string;
}

/** Signs and verifies slots. A slot proves which place a session had in a room, also to another edge or after a restart. */
export class Slots {
  readonly #signer: Signer;
  readonly #nowMs: () => number;
  constructor(keys: SigningKey[], nowMs: () => number = Date.now) {
    this.#signer = new Signer("slot", keys);
    this.#nowMs = nowMs;
  }

  sign(place: string, owner: SlotOwner): string {
    const expiry = Math.floor((this.#nowMs() + SLOT_TTL_MS) / 1000).toString(36);
    return this.#signer.sign([expiry, place, fingerprintOf(owner)].join("."));
  }

  /** Verifies a slot. @returns the place; undefined for a slot that is forged, expired or issued to another viewer. */
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

/** Returns a digest of the owner. A slot must not contain the live's uuid, which viewers with an export link must not learn. */
const fingerprintOf = ({ uuid, sessionId }: SlotOwner) =>
  createHash("sha256").update(`${uuid}\n${sessionId}`).digest("base64url").slice(0, 22);
