import { heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "The [visualization tool](/doc/tools/visualization) says in one line why nothing is exchanged. Look there first; the table tells what to do about it.",
  ),
  heading("nothing", "Nothing comes from peers"),
  table(
    ["What you see", "Why", "What to do"],
    [
      [
        "`peers` stays 0 with one or two viewers",
        "A segment is taken from peers once two viewers have had the same bytes of it.",
        "Open a third window.",
      ],
      [
        "`peers` is above 0, `bytesPeer` stays 0",
        "The bytes or the paths differ from viewer to viewer: a segment is known by its path and byte range, without host and query.",
        "Keep what belongs to one viewer, such as a signature, in the query and out of the path.",
      ],
      [
        "`audience` stays 1 although others watch",
        "The viewers do not meet: another `video`, or manifests with different paths.",
        "Give all pages the same `video`.",
      ],
      ["The page is on plain HTTP", "Browsers give it no way to check what comes.", "Serve it by HTTPS."],
      [
        "`onError` says `site_denied`",
        "The sites of the config name websites, and this page is on none of them.",
        "Add the host of the page to a site of the config.",
      ],
      [
        "The session is there, peers never open",
        "A firewall, an extension or the browser blocks WebRTC.",
        "[Technical details](/debug) checks this browser and its network.",
      ],
      [
        "Safari, iPhone, iPad",
        "The browser plays HLS by itself.",
        "See [Safari and native HLS](/doc/players/safari).",
      ],
      [
        "The rules say so",
        "Peers are off for this platform, at this time, below this number of viewers, or for this share of viewers.",
        "Look at the rules in the visualization tool: each is shown with who has set it.",
      ],
    ],
  ),
  heading("else", "Something else"),
  list(
    "The script is not loaded: your policy must allow the edge, see [Content security policy](/doc/site/csp).",
    "Nothing happens and no error is told: look into the console. `attachHls` and its like must be called with the player itself, before it loads where possible.",
    "The video plays worse with the plugin: write to us with the [technical details](/debug) and the address of the page.",
  ),
];
