import { heading, list, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "For Clappr 0.11 with the package `@clappr/hlsjs-playback` in its build without hls.js (`hlsjs-playback.external`), so that the page chooses the version of hls.js. HLS.",
  ),
  heading("without-drm", "Without DRM"),
  sample("clappr"),
  list(
    "Clappr makes a new player of hls.js with each source. `customListeners` is put on each of them before it loads anything, so that each is attached; `this` is that player.",
    "Where the browser plays HLS without `MediaSource` (older iPhones), Clappr uses no hls.js, and nothing is exchanged.",
    "The complete build `clappr.min.js` brings an hls.js of its own, older one: take `clappr.plainhtml5`.",
    "Clappr makes functions of its texts: a policy (CSP) of your page must have `'unsafe-eval'` for it, with the plugin or without.",
  ),
  heading("with-drm", "With DRM"),
  text(
    "The options of hls.js are in `playback.hlsjsConfig` (`emeEnabled`, `drmSystems`): hls.js handles licences; encrypted segments are shared between peers. Our tests do not play this one.",
  ),
];
