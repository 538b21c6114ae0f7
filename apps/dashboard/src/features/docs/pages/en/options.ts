import { code, heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text("The last argument of `attachHls`, `attachShaka`, `attachDash` and `attachVideojs`."),
  table(
    ["Option", "Meaning"],
    [
      ["`key`", "The public key of a config. Needed."],
      ["`edgeUrl`", "The origin of the edge, without a final slash. Needed."],
      [
        "`video`",
        "What your page calls the video, up to 200 characters. Without it, the path of the manifest. Viewers of one client and name meet, and figures are kept under it.",
      ],
      ["`collection`", "The group that the video belongs to: see [Collections](/doc/reference/collections)."],
      [
        "`authorization`",
        "A token of your backend, or a function that gives one: see [Streaming tokens](/doc/reference/streaming-tokens).",
      ],
      [
        "`consent`",
        "Whether the viewer agreed to exchange, where your page asks him: `true`, `false` or a function. See [Privacy](/doc/site/privacy).",
      ],
      ["`onMetrics(metrics)`", "Called every second: see [Metrics](/doc/reference/metrics)."],
      [
        "`onError({ type, detail })`",
        "Called when something goes wrong: see [Errors](/doc/reference/errors).",
      ],
      [
        "`overlay`",
        "`true` shows what comes from where over the page: see [Visualization tool](/doc/tools/visualization).",
      ],
    ],
  ),
  heading("answer", "What you get"),
  text("Each returns at once an object with three functions, and never throws."),
  list(
    "`metrics()`: the figures of now.",
    "`setConsent(isGiven)`: the viewer has answered whether he exchanges with others, or changed his mind.",
    "`close()`: lets go of the player, which plays on from its CDN. The last figures are sent.",
  ),
  text("`shoal.version` is the version of the plugin, `shoal.SHOAL_ERRORS` the list of its errors."),
  heading("several", "Several players on a page"),
  text(
    "Attach each by itself. `shoal.attachments` is a `Set` of all that are attached, also where the plugin is a module.",
  ),
  heading("module", "As a module"),
  code("module"),
  text("Types lie beside the files: `shoal.d.ts`, `shoal-hls.d.ts` and so on."),
];
