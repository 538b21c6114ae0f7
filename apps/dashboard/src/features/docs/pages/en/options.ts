import { code, heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text("Options are the last argument of `attachHls`, `attachShaka`, `attachDash` and `attachVideojs`."),
  table(
    ["Option", "Meaning"],
    [
      ["`key`", "The public key of a config. Required."],
      ["`edgeUrl`", "The origin of the edge server, without a final slash. Required."],
      [
        "`video`",
        "The name your page gives the video, up to 200 characters. Default: the path of the manifest. Viewers with the same client and name share with each other, and statistics are recorded under this name.",
      ],
      ["`collection`", "The collection of the video: see [Collections](/doc/reference/collections)."],
      [
        "`authorization`",
        "A token from your backend, or a function that returns one: see [Streaming tokens](/doc/reference/streaming-tokens).",
      ],
      [
        "`consent`",
        "Whether the viewer agreed to share, if your page asks them: `true`, `false` or a function. See [Privacy](/doc/site/privacy).",
      ],
      ["`onMetrics(metrics)`", "Called every second: see [Metrics](/doc/reference/metrics)."],
      [
        "`onError({ type, detail })`",
        "Called when something goes wrong: see [Errors](/doc/reference/errors).",
      ],
      [
        "`overlay`",
        "`true` shows where each segment comes from, over the page: see [Visualization tool](/doc/tools/visualization).",
      ],
    ],
  ),
  heading("answer", "Return value"),
  text("Each function returns an object with three functions, immediately and without ever throwing."),
  list(
    "`metrics()`: the current metrics.",
    "`setConsent(isGiven)`: the viewer agreed or declined to share, or changed their mind.",
    "`close()`: detaches the player, which continues from its CDN. The last metrics are sent.",
  ),
  text("`shoal.version` is the version of the plugin, `shoal.SHOAL_ERRORS` the list of its errors."),
  heading("several", "Several players on a page"),
  text(
    "Attach each player separately. `shoal.attachments` is a `Set` of all attached players, also when the plugin is a module.",
  ),
  heading("module", "As a module"),
  code("module"),
  text("Type definitions are next to the files: `shoal.d.ts`, `shoal-hls.d.ts` and so on."),
];
