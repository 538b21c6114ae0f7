import type { IncomingHttpHeaders } from "node:http";
import { Signer, type SigningKey } from "@shoal/tokens";

/** The lifetime of a proof: a day, as for passes, which is longer than any viewing session. */
const PROOF_TTL_MS = 24 * 3_600_000;
/**
 * The `Sec-Fetch-Dest` values of requests for a page or frame. Requests by scripts have other values, and old browsers do not send
 * the header.
 */
const DOCUMENT_DESTINATIONS: readonly (string | undefined)[] = [
  undefined,
  "document",
  "iframe",
  "frame",
  "embed",
  "object",
  "fencedframe",
];

/**
 * Signs statements of which page embeds the player page of a video or link. The edge takes the embedding page from a header of the
 * browser's request for the player page. Scripts cannot set this header, so only pages that have loaded the player page can return
 * such a proof.
 */
export class PageProofs {
  readonly #signer: Signer;
  readonly #nowMs: () => number;
  constructor(keys: SigningKey[], nowMs: () => number = Date.now) {
    this.#signer = new Signer("page", keys);
    this.#nowMs = nowMs;
  }

  /**
   * Signs a proof for the page that is sent in response to a request.
   * @param id what the page shows.
   * @returns undefined if the request names no page, or is not for a page.
   */
  sign({ referer, "sec-fetch-dest": destination }: IncomingHttpHeaders, id: string): string | undefined {
    const page = referer === undefined ? null : URL.parse(referer);
    if (!page || !/^https?:$/.test(page.protocol) || page.host.length > 260) return undefined;
    if (!DOCUMENT_DESTINATIONS.includes(destination as string | undefined)) return undefined;
    const expiry = Math.floor((this.#nowMs() + PROOF_TTL_MS) / 1_000).toString(36);
    return this.#signer.sign([expiry, id, Buffer.from(page.origin).toString("base64url")].join("."));
  }

  /**
   * Returns the origin of the embedding page.
   * @returns undefined for a proof that is forged, expired, or for another video.
   */
  read(proof: string, id: string): string | undefined {
    try {
      const [expiry = "", ofId, origin = ""] = this.#signer.verify(proof).split(".");
      const isCurrent = Number.parseInt(expiry, 36) * 1_000 > this.#nowMs();
      return isCurrent && ofId === id ? Buffer.from(origin, "base64url").toString() : undefined;
    } catch {
      return undefined;
    }
  }
}
