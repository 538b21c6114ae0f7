import { hash } from "node:crypto";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { TicketClaims } from "@shoal/p2p/protocol";
import { Signer, type SigningKey } from "@shoal/tokens";

/**
 * Returns the swarm of a video and generation. All renditions share one swarm, so that switching keeps the peers. The name does
 * not reveal the video's uuid.
 */
export function swarmOf(video: Pick<PlaybackDescriptor, "clientId" | "uuid" | "generation">): string {
  const name = hash("sha256", video.uuid, "base64url").slice(0, 22);
  return `${video.clientId}/${name}/${video.generation}`;
}

/** Issues and verifies the tickets for a tracker's swarm. */
export class SwarmTickets {
  readonly #signer: Signer;
  readonly #edge: string;
  /**
   * Creates the signer and verifier of an edge's tickets.
   * @param edge the public URL of this edge.
   */
  constructor(keys: SigningKey[], edge: string) {
    this.#signer = new Signer("ticket", keys);
    this.#edge = edge;
  }

  /** Signs a ticket for the tracker of the edge that the claims name. */
  sign(claims: TicketClaims & { edge: string }): string {
    return this.#signer.sign(Buffer.from(JSON.stringify(claims)).toString("base64url"));
  }

  /** Verifies a ticket. @returns undefined if it is forged, malformed, expired or for another edge's tracker. */
  verify(ticket: string): TicketClaims | undefined {
    try {
      const payload = Buffer.from(this.#signer.verify(ticket), "base64url").toString();
      const claims = JSON.parse(payload) as TicketClaims;
      return claims.edge === this.#edge && claims.expiresAtMs > Date.now() ? claims : undefined;
    } catch {
      return undefined;
    }
  }
}
