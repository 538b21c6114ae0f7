import type { Page } from "playwright-core";
import type { TestBrowser } from "../../harness/browser.ts";

/** The code for Shaka. It turns captions on, because they are off by default. */
const SHAKA_SCRIPT = `
  const player = new shaka.Player();
  player.attach(document.querySelector("video")).then(() => player.load(ADDRESS)).then(() => {
    const [captions] = player.getTextTracks();
    if (captions) player.selectTextTrack(captions);
    return document.querySelector("video").play();
  });`;
const DASH_JS = `dashjs.MediaPlayer().create().initialize(document.querySelector("video"), ADDRESS, true);`;

/** The DASH players, each with its name, its script, and the code with which a page plays a manifest. */
export const DASH_PLAYERS = [
  ["Shaka", "node_modules/shaka-player/dist/shaka-player.compiled.js", SHAKA_SCRIPT],
  ["dash.js", "node_modules/dashjs/dist/legacy/umd/dash.all.min.js", DASH_JS],
] as const;

/** Opens a page on another origin with one DASH player. */
export async function playDash(
  browser: TestBrowser,
  manifestUrl: string | null,
  { script, attach }: { script: string; attach: string },
): Promise<Page> {
  const page = await browser.context.newPage();
  await page.setContent("<video muted playsinline></video>");
  await page.addScriptTag({ path: script });
  await page.addScriptTag({ content: attach.replace("ADDRESS", JSON.stringify(manifestUrl)) });
  return page;
}
