import { heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "The [visualization tool](/doc/tools/visualization) shows in one line why no data is shared. Start there; the table tells you what to do.",
  ),
  heading("nothing", "Nothing comes from peers"),
  table(
    ["What you see", "Why", "What to do"],
    [
      [
        "`peers` stays 0 with one or two viewers",
        "A segment comes from peers once two viewers have received the same bytes.",
        "Open a third window.",
      ],
      [
        "`peers` is above 0, `bytesPeer` stays 0",
        "The bytes or the paths differ for each viewer: a segment is identified by its path and byte range, without host and query.",
        "Put what is specific to a viewer, such as a signature, in the query and not in the path.",
      ],
      [
        "`audience` stays 1 although others watch",
        "The viewers are not matched: their `video` differs, or their manifests have different paths.",
        "Use the same `video` on all pages.",
      ],
      [
        "The page is on plain HTTP",
        "On plain HTTP, browsers cannot verify data from peers.",
        "Serve it over HTTPS.",
      ],
      [
        "`onError` reports `site_denied`",
        "The sites of the config list websites, and this page is on none of them.",
        "Add the host of the page to a site of the config.",
      ],
      [
        "The session starts, but peers never connect",
        "A firewall, an extension or the browser blocks WebRTC.",
        "[Technical details](/debug) checks this browser and its network.",
      ],
      [
        "Safari, iPhone, iPad",
        "The browser plays HLS natively.",
        "See [Safari and native HLS](/doc/players/safari).",
      ],
      [
        "Rules turn sharing off",
        "Peers are off for this platform, at this time, below this number of viewers, or for this share of viewers.",
        "Check the rules in the visualization tool: each one shows where it is set.",
      ],
    ],
  ),
  heading("else", "Other problems"),
  list(
    "The script does not load: your policy must allow the edge server, see [Content security policy](/doc/site/csp).",
    "Nothing happens and no error is reported: check the console. Call `attachHls` or the other attach functions with the player itself, before it loads if possible.",
    "Playback is worse with the plugin: contact us with the [technical details](/debug) and the URL of the page.",
  ),
];
