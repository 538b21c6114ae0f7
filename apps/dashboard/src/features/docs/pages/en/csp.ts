import { code, heading, list, note, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "If your pages have a Content-Security-Policy, it must let them load the plugin from the edge and connect to it. With an hls.js player of your own and a CDN at cdn.example.net:",
  ),
  code("csp"),
  table(
    ["Directive", "What for"],
    [
      ["`script-src`: the edge", "The plugin's files, and the visualization tool."],
      ["`connect-src`: the edge, `https:`", "Sessions and figures."],
      ["`connect-src`: the edge, `wss:`", "The tracker, where viewers find one another."],
      ["`connect-src`: your CDN", "The segments; your player needs it in any case."],
      ["`media-src blob:`, `worker-src blob:`", "Your player: media sources, and the worker of hls.js."],
    ],
  ),
  heading("not-needed", "What is not needed"),
  list(
    "Neither `'unsafe-inline'` nor `'unsafe-eval'`. The code of your own page may ask for a nonce.",
    "WebRTC connections are not subject to `connect-src`.",
  ),
  note(
    "Where there are several edges, a viewer may be led to the tracker of another one: allow the `wss:` addresses of all. Ask us for the list.",
  ),
];
