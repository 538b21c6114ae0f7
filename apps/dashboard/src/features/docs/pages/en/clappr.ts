import { heading, list, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "For Clappr 0.11 with the package `@clappr/hlsjs-playback` in its build without hls.js (`hlsjs-playback.external`), so that your page chooses the version of hls.js. HLS.",
  ),
  heading("without-drm", "Without DRM"),
  sample("clappr"),
  list(
    "Clappr creates a new hls.js player for each source. `customListeners` is set on each player before it loads anything, so that each player is attached; `this` is that player.",
    "If the browser plays HLS without `MediaSource` (older iPhones), Clappr does not use hls.js, and no data is shared.",
    "The complete build `clappr.min.js` includes its own, older hls.js: use `clappr.plainhtml5`.",
    "Clappr compiles its templates at run time: if your page has a policy (CSP), it must include `'unsafe-eval'`, with or without the plugin.",
  ),
  heading("with-drm", "With DRM"),
  text(
    "Set the hls.js options in `playback.hlsjsConfig` (`emeEnabled`, `drmSystems`): hls.js handles licences; encrypted segments are shared between peers. Our tests do not cover this.",
  ),
];
