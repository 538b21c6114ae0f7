/** Of pages that a browser renders ahead of a visit (Speculation Rules); those that know nothing of it leave it out. */
interface PrerenderedDocument {
  prerendering?: boolean;
  addEventListener(type: string, begin: () => void, options: { once: true }): void;
}

/** Begins once someone visits the page: one that is rendered ahead of a visit opens no session. */
export function whenVisited(begin: () => void, page: PrerenderedDocument = document): void {
  if (page.prerendering) page.addEventListener("prerenderingchange", begin, { once: true });
  else begin();
}
