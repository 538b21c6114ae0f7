import { SHOAL_ERRORS, type ShoalErrorType } from "@shoal/sdk/plugin-errors";
import { code, heading, type Page, table, text } from "../../blocks.ts";

/** Each error of the plugin: why it comes, and what to do. */
const ERRORS: Record<ShoalErrorType, readonly [cause: string, remedy: string]> = {
  options: [
    "`key` or `edgeUrl` is missing, or the player that was given is none.",
    "Compare your call with the page of your player.",
  ],
  key_unknown: [
    "No config has this key, or it was revoked.",
    "Copy the key of a config that is in force. Nothing is tried again until the page is loaded anew.",
  ],
  site_denied: [
    "The sites of the config name websites, and the page is on none of them.",
    "Add the host of the page to a site of the config, or use the key of another one.",
  ],
  denied: [
    "A rule does not let this viewer take part: streaming is off, it asks for [a token](/doc/reference/streaming-tokens) that he has not, or his address, country, VPN or website is not allowed.",
    "Look at the rules of the video, its collection and its config. `detail` names the one.",
  ],
  unreachable: [
    "The edge cannot be reached or does not answer as it should; or your function for tokens or consent failed.",
    "Nothing: it is tried again by itself. If it stays so, check `edgeUrl` and [your policy](/doc/site/csp).",
  ],
  integrity: [
    "Peers or the CDN sent what is not the segment. Nothing of it was played from peers.",
    "Now and then: nothing, the peer is avoided. Often: your CDN gives different bytes for the same path; make paths differ where bytes do.",
  ],
  internal: [
    "The plugin itself failed.",
    "Write to us with `detail`, the version and the address of the page.",
  ],
};

export const page: Page = [
  text(
    "`onError` is called with `{ type, detail }`. `type` is one of a closed list, `shoal.SHOAL_ERRORS`; `detail` is for a developer's eye and may change. In every case the player plays on from your CDN.",
  ),
  code("errors"),
  heading("list", "The list"),
  table(
    ["Type", "Cause", "Remedy"],
    SHOAL_ERRORS.map((type) => [`\`${type}\``, ...ERRORS[type]]),
  ),
];
