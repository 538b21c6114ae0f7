import type { PlaybackDescriptor } from "@shoal/contract";
import type { TicketClaims } from "@shoal/p2p/protocol";
import { Signer, type SigningKey } from "./signer.ts";

/** One swarm a video and generation: a switch of rendition changes no peers. */
export const swarmOf = (video: Pick<PlaybackDescriptor, "clientId" | "uuid" | "generation">) =>
  `${video.clientId}/${video.uuid}/${video.generation}`;

/** Makes and reads the tickets with which a viewer enters the tracker's room. */
export class SwarmTickets {
  readonly #signer: Signer;
  constructor(keys: SigningKey[]) {
    this.#signer = new Signer("ticket", keys);
  }

  sign(claims: TicketClaims): string {
    return this.#signer.sign(Buffer.from(JSON.stringify(claims)).toString("base64url"));
  }

  /** @returns undefined for a ticket that is forged, malformed or out of date. */
  verify(ticket: string): TicketClaims | undefined {
    try {
      const payload = Buffer.from(this.#signer.verify(ticket), "base64url").toString();
      const claims = JSON.parse(payload) as TicketClaims;
      return claims.expiresAtMs > Date.now() ? claims : undefined;
    } catch {
      return undefined;
    }
  }
}
