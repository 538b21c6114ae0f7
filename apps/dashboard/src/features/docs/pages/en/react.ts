import { list, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "This component creates its player in an effect and detaches it in the cleanup. The page below runs as it is, without a build. In your application, import React and hls.js from your packages; the plugin import stays a URL on the edge server.",
  ),
  sample("react"),
  list(
    "Call `close()` before `destroy()`: the plugin sends its last metrics, and the player gets its own loader back.",
    "In development, React’s strict mode mounts twice: two sessions are opened, and the first ends immediately.",
    "Bundlers: Vite and Rollup leave the import of a URL unchanged; webpack does with `import(/* webpackIgnore: true */ …)`. Or load `shoal.js` and `shoal-hls.js` with script elements, and use the global `shoal`.",
  ),
];
