import { isDirect } from "../playback/direct-lives.ts";
import type { Watchable } from "../playback/watchables.ts";
import { escapeHtml } from "./html.ts";

/**
 * The player page, with the storage name of the viewer's id where the client's proof mode groups viewers:
 * the first play call must carry the id. Where viewers are asked first, the player waits for their consent.
 */
export async function addViewerTag(page: string, get: () => Promise<Watchable>): Promise<string> {
  const watchable = await get().catch(() => undefined);
  if (!watchable?.client?.proof || isDirect(watchable.video.live)) return page;
  const asks = watchable.rules.values.asksConsent ? " data-asks" : "";
  const tag = `<meta name="shoal-viewer" content="${escapeHtml(watchable.client.uuid)}"${asks} />`;
  return page.replace("</head>", () => `  ${tag}\n  </head>`);
}
