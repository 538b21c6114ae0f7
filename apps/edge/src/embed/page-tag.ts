import { escapeHtml } from "./html.ts";

/**
 * Adds the proof of the embedding page to the player page, which sends it back with its play call. @param proof from `PageProofs`.
 */
export function addPageTag(page: string, proof: string | undefined): string {
  if (proof === undefined) return page;
  const tag = `<meta name="shoal-page" content="${escapeHtml(proof)}" />`;
  return page.replace("</head>", () => `  ${tag}\n  </head>`);
}
