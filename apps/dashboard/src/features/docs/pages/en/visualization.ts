import { bookmarklet, code, heading, list, note, type Page, samplesLink, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "An overlay that shows, over the page, where each segment comes from. It is for those who build or look after a page; viewers see nothing of it. It speaks English or French, by the page's `lang`. Escape closes it.",
  ),
  heading("option", "By the option"),
  code("overlayOption"),
  heading("script", "By a script"),
  text("On a page with a player of the plugin, whether it was attached before or is attached later:"),
  code("overlayScript"),
  code("overlayModule"),
  heading("bookmarklet", "By a bookmarklet"),
  text(
    "Drag this button among your bookmarks; or make a bookmark by hand, with the text below as its address. Then open a page with the plugin and click it.",
  ),
  bookmarklet("Shoal: what comes from where"),
  code("bookmarklet"),
  note(
    "A page whose policy (CSP) does not allow scripts of the edge does not run it: see [Content security policy](/doc/site/csp).",
  ),
  heading("android", "In a WebView of Android"),
  text("In the app, once the page is loaded (Kotlin):"),
  code("android"),
  text(
    "Or without a change of the app: open `chrome://inspect` in Chrome on a computer that the phone is connected with, choose the WebView, and paste the text after `javascript:` into its console. The app must allow it: `WebView.setWebContentsDebuggingEnabled(true)`. We have not tested either on a device.",
  ),
  heading("sees", "What one sees"),
  list(
    "Timeline: a minute before the playhead and half a minute after it. A bar is a segment, as high as its bitrate; plain from the server, hatched from peers, both where both sent it, dashed while it is on its way. Stalls are marked from when the overlay was opened.",
    "All segments: a table with size, senders and how long they took.",
    "Totals: share of the bytes that came from peers, bytes by origin, sent, and not used (twice, too late, or wrong).",
    "Peers: bytes and round trip as WebRTC counts them, and whether a relay stands between.",
    "Rules, with who has set each: this video, its collection, its config, the client, or nobody.",
    "Whether the tracker is connected, how many watch, what is uploaded, and the uplink as estimated.",
  ),
  heading("live", "Look at it live"),
  list(
    "The key `d` opens and closes it on the player of this platform: open a video of your library by its direct link and press it.",
    "The samples of a config run with it: the address is `#/samples/` with the key behind it.",
  ),
  samplesLink("Run the samples with your key"),
];
