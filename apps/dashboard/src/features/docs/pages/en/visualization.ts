import { bookmarklet, code, heading, list, note, type Page, samplesLink, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "An overlay shows, over the page, where each segment comes from. It is for developers of a page; viewers do not see it. Its language, English or French, depends on the page’s `lang`. Press Escape to close it.",
  ),
  heading("option", "With the option"),
  code("overlayOption"),
  heading("script", "With a script"),
  text("On a page with a player attached to the plugin, before or after the script loads:"),
  code("overlayScript"),
  code("overlayModule"),
  heading("bookmarklet", "With a bookmarklet"),
  text(
    "Drag this button to your bookmarks, or create a bookmark manually with the text below as its URL. Then open a page with the plugin and click the bookmark.",
  ),
  bookmarklet("Shoal: where segments come from"),
  code("bookmarklet"),
  note(
    "It does not run on pages whose policy (CSP) blocks scripts from the edge server: see [Content security policy](/doc/site/csp).",
  ),
  heading("android", "In an Android WebView"),
  text("In the app, once the page is loaded (Kotlin):"),
  code("android"),
  text(
    "Or without changing the app: open `chrome://inspect` in Chrome on a computer connected to the phone, choose the WebView, and paste the text after `javascript:` into its console. The app must allow it: `WebView.setWebContentsDebuggingEnabled(true)`. We have not tested either method on a device.",
  ),
  heading("sees", "What it shows"),
  list(
    "Timeline: one minute before the playhead and half a minute after it. Each bar is a segment, as high as its bitrate: solid from the server, hatched from peers, both if both sent it, dashed while it loads. Stalls are marked from the moment you open the overlay.",
    "All segments: a table with size, senders and duration.",
    "Totals: share of data from peers, data by source, uploaded, and unused (duplicate, late or wrong).",
    "Peers: data and round-trip time as measured by WebRTC, and whether a relay is used.",
    "Rules, and where each is set: this video, its collection, its config, the client, or the default.",
    "Tracker connection, number of viewers, upload, and estimated upload bandwidth.",
  ),
  heading("live", "See it in action"),
  list(
    "The `d` key opens and closes the overlay in the player of this platform: open a video of your library with its direct link and press the key.",
    "The samples of a config show the overlay too: their URL is `#/samples/` followed by the key.",
  ),
  samplesLink("Run the samples with your key"),
];
