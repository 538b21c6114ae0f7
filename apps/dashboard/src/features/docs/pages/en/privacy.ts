import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "This page explains how your viewers’ data is processed, and offers a text for your privacy policy. It is not legal advice: have your own policy checked.",
  ),
  heading("what", "Processed data"),
  list(
    "Peers learn each other’s network address, as in every video call: without it they cannot connect.",
    "The edge server learns the IP address of each viewer, as every web server does. The country and provider are looked up in databases stored on this platform: no third party is involved. Stored addresses are truncated to /24 (IPv4) or /48 (IPv6).",
    "Every 10 seconds the plugin sends counters: seconds played, bytes from server and peers, stalls, quality, type of device and of network. They include a random session identifier that ends with the session, which seconds of the video were played, and player events: starts, pauses, stalls, errors.",
    "To count viewers rather than sessions, they include a second random identifier that carries no other information. It is different for each client and browser, and expires after 13 months. If viewers are asked for consent, it is created only if they agree, and deleted if they refuse later; with `consent: false` it is not created either. A manager can forget a viewer: the totals of their sessions are kept.",
    "The plugin sets no cookies. It stores two items in the browser (`localStorage` of your site), each for 13 months: that identifier, and the answer of a viewer who was asked for consent, yes or no, with its time. Segments offered to others are kept in memory until the page is closed.",
    "Peers exchange only segments of the video they watch. The plugin never reads anything else in your page.",
  ),
  heading("pictures", "Images of protected videos"),
  text(
    "If viewing is restricted (access rules, a password, a start in the future), frames of a video are shown only to people who can watch it: viewers who have access, viewers allowed by the rules because of their address and page, and users of your account. Others, and link previews in messengers, see a padlock. A picture that you upload as the thumbnail, or set with the rule “Custom thumbnail”, is shown to everyone. Thumbnail URLs from the API show frames for a day or two; after that, they show what any viewer would see.",
  ),
  heading("text", "Text for your privacy policy"),
  note(
    "“To deliver videos, this site uses peer-to-peer technology: parts of a video that your browser has loaded can be sent to other viewers of the same video, and your browser can receive parts from them. For this, the network address (IP address) of your device is visible to the viewers with whom your browser is connected. Playback data is collected to measure audience and quality: no cookies are set, a random identifier that reveals nothing about you is kept in your browser for 13 months, and your IP address is truncated before it is stored. The connection ends when you close the page.”",
  ),
  heading("choice", "Viewer consent"),
  text(
    "With the rule “Ask viewers for their consent” on a config, a collection, a video or the client, no data is shared before a viewer agrees: no connection to another viewer is opened. Playback does not wait, and if the viewer declines, it continues from servers only.",
  ),
  list(
    "On videos of this platform, and on pages with the plugin, a notice over the video asks once, in English or French. The answer is kept in the browser for 13 months, for all videos of the client.",
    "Viewers can change their mind in the player settings, or with the button with two arrows over the video.",
    "If your page asks for consent itself, pass the answer to the plugin: `consent: true`, `consent: false`, or a function that returns `undefined` until there is an answer. Pass a later answer with `attachment.setConsent(isGiven)`. For iframes, put it in the URL: `?consent=1` or `?consent=0`.",
    "A refusal passed by your page applies even if the rules do not ask for consent.",
  ),
  heading("forget", "Erasure of viewer data"),
  text(
    "Session details are kept for 90 days, with a random name for the viewer if there is one. A manager can forget a viewer in the dashboard (Analytics → Sessions → a session), or with `DELETE /api/statistics/viewers/{viewer}`: the sessions get new names that cannot be traced back, and lose the viewer, the truncated address and the player events. Totals do not change. The log records that it was done, but not for whom.",
  ),
  heading("places", "Country and provider data"),
  text(
    "Unless the operator of this platform uses their own data, countries and providers come from open data included with it: [IP Geolocation by DB-IP](https://db-ip.com), [RouteViews](https://www.routeviews.org) and [NRO](https://www.nro.net), under [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/). They are correct for most addresses, not for all.",
  ),
];
