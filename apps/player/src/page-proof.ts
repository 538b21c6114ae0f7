/** As the edge writes it into the page: by which page it saw this one embedded. */
const TAG = 'meta[name="shoal-page"]';

/** What shows the edge who embeds us where our own frame is sandboxed, and so has no origin that it could know us by. */
export const readPageProof = (): string | undefined =>
  document.querySelector<HTMLMetaElement>(TAG)?.content || undefined;
