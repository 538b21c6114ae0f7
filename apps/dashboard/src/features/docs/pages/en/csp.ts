import { code, heading, list, note, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "If your pages have a Content-Security-Policy, it must allow them to load the plugin from the edge server and connect to it. With your own hls.js player and a CDN at cdn.example.net:",
  ),
  code("csp"),
  table(
    ["Directive", "Used for"],
    [
      ["`script-src`: the edge", "The plugin’s files, and the visualization tool."],
      ["`connect-src`: the edge, `https:`", "Sessions and metrics."],
      ["`connect-src`: the edge, `wss:`", "The tracker, which matches viewers with each other."],
      ["`connect-src`: your CDN", "The segments; your player needs it anyway."],
      ["`media-src blob:`, `worker-src blob:`", "Your player: media sources, and the hls.js worker."],
    ],
  ),
  heading("not-needed", "What is not needed"),
  list(
    "Neither `'unsafe-inline'` nor `'unsafe-eval'`. The code of your own page can use a nonce.",
    "WebRTC connections are not subject to `connect-src`.",
  ),
  note(
    "With several edge servers, viewers can be sent to the tracker of another one: allow the `wss:` URLs of all of them. Ask us for the list.",
  ),
];
