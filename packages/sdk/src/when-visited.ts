/** A document that can be prerendered before a visit (Speculation Rules); its properties are undefined in browsers without this feature. */
interface PrerenderedDocument {
  prerendering?: boolean;
  addEventListener(type: string, begin: () => void, options: { once: true }): void;
}

/** Calls `begin` when the page is visited, because a prerendered page must not open a session. */
export function whenVisited(begin: () => void, page: PrerenderedDocument = document): void {
  if (page.prerendering) page.addEventListener("prerenderingchange", begin, { once: true });
  else begin();
}
