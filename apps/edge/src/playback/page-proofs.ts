import type { IncomingHttpHeaders } from "node:http";
import { Signer, type SigningKey } from "@shoal/tokens";

/** A day, as for passes: longer than anyone watches. */
const LIFE_MS = 24 * 3_600_000;
/** How browsers ask for what becomes a page of its own. Scripts ask otherwise; old browsers do not say. */
const DOCUMENTS: readonly (string | undefined)[] = [
  undefined,
  "document",
  "iframe",
  "frame",
  "embed",
  "object",
  "fencedframe",
];

/**
 * Signed statements of which page embedded the player page, for one video or link: the edge saw it in the header of the page's
 * own request, which scripts cannot set. Only a page that loaded ours can return one.
 */
export class PageProofs {
  readonly #signer: Signer;
  readonly #nowMs: () => number;
  constructor(keys: SigningKey[], nowMs: () => number = Date.now) {
    this.#signer = new Signer("page", keys);
    this.#nowMs = nowMs;
  }

  /**
   * For the page that answers this request.
   * @param id what it shows.
   * @returns undefined where no page is named, or no page is asked for.
   */
  sign({ referer, "sec-fetch-dest": destination }: IncomingHttpHeaders, id: string): string | undefined {
    const page = referer === undefined ? null : URL.parse(referer);
    if (!page || !/^https?:$/.test(page.protocol) || page.host.length > 260) return undefined;
    if (!DOCUMENTS.includes(destination as string | undefined)) return undefined;
    const expiry = Math.floor((this.#nowMs() + LIFE_MS) / 1_000).toString(36);
    return this.#signer.sign([expiry, id, Buffer.from(page.origin).toString("base64url")].join("."));
  }

  /** The origin of the page; undefined for what is forged, out of date, or of another video. */
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
