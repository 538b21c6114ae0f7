import type { IncomingHttpHeaders } from "node:http";
import type { PageProofs } from "./page-proofs.ts";

/**
 * Returns the page from which playback is requested. Browsers' headers, which scripts cannot change, override the page in the body.
 * Other programs can send any headers.
 * @param reported the page in the body.
 * @returns its URL or origin; "null" for a page that hides its own, such as a `data:` page; "" if there is no page.
 */
export function requestingPageOf({ origin, referer }: IncomingHttpHeaders, reported: string): string {
  return origin ?? (referer === undefined ? undefined : URL.parse(referer)?.origin) ?? reported;
}

/** What a call reports about the page that embeds the player. */
export interface ReportedPage {
  reported: string;
  /** A proof signed by `PageProofs`. */
  proof?: string | undefined;
  /** The uuid of the requested video or link. */
  id: string;
}

/**
 * Finds the page that embeds the player when our own player page reports it. Scripts of an edge's own origin are ours, so they are
 * trusted. In a sandboxed frame our page has no origin, but foreign scripts can hide their origin too. In sandboxed frames, and at
 * other addresses of an edge, only a proof that the edge wrote into our page is therefore accepted.
 */
export class EmbeddingPages {
  readonly #own: ReadonlySet<string>;
  readonly #proofs: Pick<PageProofs, "read">;
  /**
   * Creates the verifier.
   * @param edges the public URLs of all edges.
   */
  constructor(edges: readonly string[], proofs: Pick<PageProofs, "read">) {
    this.#own = new Set(edges.map((url) => new URL(url).origin));
    this.#proofs = proofs;
  }

  of(headers: IncomingHttpHeaders, { reported, proof, id }: ReportedPage): string {
    const page = requestingPageOf(headers, reported);
    const proven = () => (proof === undefined ? undefined : this.#proofs.read(proof, id));
    if (this.#own.has(page)) return proven() ?? reported;
    const mayBeOurs = page === "null" || URL.parse(page)?.host === headers.host;
    return mayBeOurs ? (proven() ?? "") : page;
  }
}
