/** Written into the page by the edge: the page that it saw embedding this one. */
const TAG = 'meta[name="shoal-page"]';

/** A proof of the embedding page for the edge if our own frame is sandboxed, and so has no origin. */
export const readPageProof = (): string | undefined =>
  document.querySelector<HTMLMetaElement>(TAG)?.content || undefined;
