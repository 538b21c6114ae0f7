import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "What happens with the data of your viewers, and a text for your privacy policy. It is no legal advice: have yours checked.",
  ),
  heading("what", "What is processed"),
  list(
    "Peers learn one another's network address, as in every video call: without it there is no connection between them.",
    "The edge learns the address of each viewer, as every web server does. Country and provider are looked up from it, in data bases on this platform's own disks: nobody else is asked. What is kept is truncated to /24 (IPv4) or /48 (IPv6).",
    "Every 10 seconds the plugin sends counters: seconds played, bytes from server and peers, stalls, the quality, the kind of device and of network. They carry an identifier of the session, which is random and ends with it, which seconds of the video were played, and what happened to the player: starts, pauses, stalls, errors.",
    "To count viewers rather than sessions, they carry a second random identifier, which says nothing else: another one for each client and browser, given up after 13 months. Where viewers are asked for their consent, there is none before a yes and it is deleted with a no; with `consent: false` there is none either. A manager can have the sessions of one viewer forgotten: their sums stay.",
    "The plugin sets no cookie. It stores two things in the browser (`localStorage` of your site), each for 13 months: that identifier, and the answer of a viewer who was asked for consent, yes or no with its time. Segments that are offered to others are in memory, until the page is closed.",
    "Peers exchange only segments of the video that they watch. What else is in the page is never read.",
  ),
  heading("pictures", "Pictures of protected videos"),
  text(
    "Where not everybody may watch a video (rules of access, a password, a start that is still to come), frames of it are shown to those alone who may: to viewers who were let in, to those whom the rules let in by their address and their page, and to people of your account. Others, and cards of messengers, see a padlock. A picture that you upload as the thumbnail, or name by the rule “Picture before playing”, is shown to everybody. Addresses of thumbnails from the API show frames for a day or two; after that, they show what any viewer would see.",
  ),
  heading("text", "A text for your policy"),
  note(
    "“To deliver videos, this site uses peer-to-peer technology: parts of a video that your browser has loaded may be passed on to other viewers of the same video, and yours may come from them. For that, the network address (IP address) of your device is visible to the viewers with whom your browser is connected. Figures of playback are collected to measure its audience and its quality: no cookie is set, a random identifier that says nothing about you is kept in your browser for 13 months, and your IP address is truncated before it is stored. The connection ends when you close the page.”",
  ),
  heading("choice", "Asking viewers"),
  text(
    "With the rule “Ask viewers for their consent” of a config, a collection, a video or the client, nothing is exchanged before a viewer has said yes: no connection to another viewer is opened. Playback does not wait, and goes on from the servers alone after a no.",
  ),
  list(
    "On videos of this platform, and on pages with the plugin, a notice over the picture asks once, in English or French. The answer is kept for 13 months in the browser, for all videos of the client.",
    "A viewer changes his mind in the settings of the player, or by the entry with two arrows over the picture.",
    "A page that asks by itself gives the plugin the answer: `consent: true`, `consent: false`, or a function that says `undefined` until there is one. `attachment.setConsent(isGiven)` tells a later answer. For frames, the address says it: `?consent=1` or `?consent=0`.",
    "A no of the page holds also where the rules ask nobody.",
  ),
  heading("forget", "Forgetting a viewer"),
  text(
    "Sessions are kept one by one for 90 days, with a random name of the viewer where one was told. A manager has a viewer forgotten in the dashboard (Analytics → Sessions → a session), or by `DELETE /api/statistics/viewers/{viewer}`: the sessions get other names that nobody can lead back, and lose the viewer, the truncated address and what happened to the player. Sums stay as they are. The log says that it was done, not of whom.",
  ),
  heading("places", "Where countries and providers come from"),
  text(
    "Unless the operator of this platform has put data of his own in their place, they are looked up in free data that come along: [IP Geolocation by DB-IP](https://db-ip.com), [RouteViews](https://www.routeviews.org) and [NRO](https://www.nro.net), under [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/). They are right for most addresses, not for all.",
  ),
];
