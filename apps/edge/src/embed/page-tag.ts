import { escapeHtml } from "./html.ts";

/** The player page with by which page it was embedded, which its play call sends back. @param proof of `PageProofs`. */
export function addPageTag(page: string, proof: string | undefined): string {
  if (proof === undefined) return page;
  const tag = `<meta name="shoal-page" content="${escapeHtml(proof)}" />`;
  return page.replace("</head>", () => `  ${tag}\n  </head>`);
}
