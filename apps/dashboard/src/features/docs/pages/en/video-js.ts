import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("For Video.js 8 with the VHS that it brings. HLS and DASH."),
  heading("without-drm", "Without DRM"),
  sample("videojs"),
  list(
    "A later change of the source is followed; the viewer stays with those who began with the same one.",
    "Hooks of the page (`onRequest`, `onResponse`) are called when the CDN is asked, and AES keys are VHS's own affair.",
    "What is disposed of (`dispose`) is let go by itself.",
    "Where the browser plays HLS by itself (Safari), there is no VHS and nothing is exchanged, unless `overrideNative` is set:",
  ),
  code("overrideNative"),
  heading("with-drm", "With DRM"),
  text(
    "Video.js knows no DRM by itself: that is the package `videojs-contrib-eme`, which we do not touch. The encrypted segments are exchanged; licences are that package's affair.",
  ),
  code("videojsDrm"),
  note("This piece is not run by our tests: that package is not part of them."),
];
