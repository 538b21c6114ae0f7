import { list, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A component that makes its player in an effect and lets go of it in the cleanup. The page below runs as it is, without a build; in your application the imports of React and hls.js come from your packages, and that of the plugin stays an address of the edge.",
  ),
  sample("react"),
  list(
    "`close()` before `destroy()`: the plugin sends its last figures, and the player gets its own loader back.",
    "Strict mode of React mounts twice while you develop: two sessions are opened, the first of which ends at once.",
    "Bundlers: Vite and Rollup leave the import of an address as it is; webpack does with `import(/* webpackIgnore: true */ …)`. Or load `shoal.js` and `shoal-hls.js` by script elements, and use the global `shoal`.",
  ),
];
