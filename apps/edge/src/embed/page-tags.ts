import { isDirect } from "../playback/direct-lives.ts";
import type { Watchable } from "../playback/watchables.ts";
import { escapeHtml } from "./html.ts";

/**
 * Adds the proof of the embedding page to the player page. The player sends the proof back with its play call.
 * @param proof as returned by `PageProofs.sign`.
 */
export function addPageTag(page: string, proof: string | undefined): string {
  if (proof === undefined) return page;
  const tag = `<meta name="shoal-page" content="${escapeHtml(proof)}" />`;
  return page.replace("</head>", () => `  ${tag}\n  </head>`);
}

/**
 * Adds the storage key of the viewer's id to the player page if the client's proof mode groups viewers, since the first play call
 * must contain the id. If consent is required, the player waits for it.
 */
export async function addViewerTag(page: string, get: () => Promise<Watchable>): Promise<string> {
  const watchable = await get().catch(() => undefined);
  if (!watchable?.client?.proof || isDirect(watchable.video.live)) return page;
  const asks = watchable.rules.values.asksConsent ? " data-asks" : "";
  const tag = `<meta name="shoal-viewer" content="${escapeHtml(watchable.client.uuid)}"${asks} />`;
  return page.replace("</head>", () => `  ${tag}\n  </head>`);
}
