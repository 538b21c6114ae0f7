import type { IncomingHttpHeaders } from "node:http";

/**
 * The page for which somebody asks to watch. What a browser says of a page, no script of that page can change, so that it
 * counts more than what the body says. Programs that are no browsers say what they like.
 * @param said by the body.
 * @returns its URL or its origin; "null" for one that hides its own, such as a `data:` page; "" for none.
 */
export function askingPageOf({ origin, referer }: IncomingHttpHeaders, said: string): string {
  return origin ?? (referer === undefined ? undefined : URL.parse(referer)?.origin) ?? said;
}

/** The same where our own page may ask for the one that embeds it: it saw by which, also where its frame is sandboxed. */
export class EmbeddingPages {
  readonly #own: ReadonlySet<string>;
  /** @param edges their public URLs. */
  constructor(edges: readonly string[]) {
    this.#own = new Set(["null", ...edges.map((url) => new URL(url).origin)]);
  }

  of(headers: IncomingHttpHeaders, said: string): string {
    const page = askingPageOf(headers, said);
    const isOwn = this.#own.has(page) || URL.parse(page)?.host === headers.host;
    return isOwn ? said : page;
  }
}
