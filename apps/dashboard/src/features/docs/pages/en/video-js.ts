import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("For Video.js 8 with its built-in VHS. HLS and DASH."),
  heading("without-drm", "Without DRM"),
  sample("videojs"),
  list(
    "The plugin follows source changes; the viewer keeps sharing with viewers who started with the same source.",
    "Hooks of the page (`onRequest`, `onResponse`) are called for requests to the CDN; VHS handles AES keys.",
    "A disposed player (`dispose`) is detached automatically.",
    "When the browser plays HLS natively (Safari), there is no VHS and no data is shared, unless you set `overrideNative`:",
  ),
  code("overrideNative"),
  heading("with-drm", "With DRM"),
  text(
    "Video.js has no built-in DRM: the package `videojs-contrib-eme` provides it, and the plugin does not change it. Encrypted segments are shared between peers; that package handles licences.",
  ),
  code("videojsDrm"),
  note("Our tests do not run this code: that package is not part of them."),
];
