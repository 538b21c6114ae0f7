import { SHOAL_ERRORS, type ShoalErrorType } from "@shoal/sdk/plugin-errors";
import { code, heading, type Page, table, text } from "../../blocks.ts";

/** The page about errors of the plugin: the cause of each error, and how to fix it. */
const ERRORS: Record<ShoalErrorType, readonly [cause: string, remedy: string]> = {
  options: [
    "`key` or `edgeUrl` is missing, or the object passed is not a player.",
    "Compare your call with the page of your player.",
  ],
  key_unknown: [
    "No config has this key, or it was revoked.",
    "Copy the key of an active config. The plugin tries again when the page is reloaded.",
  ],
  site_denied: [
    "The sites of the config list websites, and the page is on none of them.",
    "Add the host of the page to a site of the config, or use the key of another one.",
  ],
  denied: [
    "A rule does not allow this viewer to take part: streaming is off, it requires [a token](/doc/reference/streaming-tokens) they do not have, or their address, country, VPN or website is not allowed.",
    "Check the rules of the video, its collection and its config. `detail` names the rule.",
  ],
  unreachable: [
    "The edge server cannot be reached or does not respond correctly, or your token or consent function failed.",
    "No action is needed: the plugin retries automatically. If it persists, check `edgeUrl` and [your policy](/doc/site/csp).",
  ],
  integrity: [
    "Peers or the CDN sent data that does not match the segment. None of it was played.",
    "If it is rare, no action is needed: that peer is avoided. If it is frequent, your CDN sends different bytes for the same path: use different paths for different bytes.",
  ],
  internal: [
    "Internal error of the plugin.",
    "Contact us with `detail`, the version and the URL of the page.",
  ],
};

export const page: Page = [
  text(
    "`onError` is called with `{ type, detail }`. `type` is one of a closed list, `shoal.SHOAL_ERRORS`; `detail` is meant for developers and can change. In every case the player continues from your CDN.",
  ),
  code("errors"),
  heading("list", "List of errors"),
  table(
    ["Type", "Cause", "Remedy"],
    SHOAL_ERRORS.map((type) => [`\`${type}\``, ...ERRORS[type]]),
  ),
];
