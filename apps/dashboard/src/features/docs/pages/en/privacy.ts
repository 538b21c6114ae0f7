import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "What happens with the data of your viewers, and a text for your privacy policy. It is no legal advice: have yours checked.",
  ),
  heading("what", "What is processed"),
  list(
    "Peers learn one another's network address, as in every video call: without it there is no connection between them.",
    "The edge learns the address of each viewer, as every web server does. Country and provider are looked up from it; what is kept is truncated to /24 (IPv4) or /48 (IPv6).",
    "Every 10 seconds the plugin sends counters: seconds played, bytes from server and peers, stalls, the quality, the kind of device and of network. They carry an identifier of the session, which is random and ends with it.",
    "The plugin sets no cookie and stores nothing in the browser. Segments that are offered to others are in memory, until the page is closed.",
    "Peers exchange only segments of the video that they watch. What else is in the page is never read.",
  ),
  heading("text", "A text for your policy"),
  note(
    "“To deliver videos, this site uses peer-to-peer technology: parts of a video that your browser has loaded may be passed on to other viewers of the same video, and yours may come from them. For that, the network address (IP address) of your device is visible to the viewers with whom your browser is connected. Technical figures of playback are collected without identifying you: no cookie is set, and your IP address is truncated before it is stored. The connection ends when you close the page.”",
  ),
  heading("choice", "If a viewer refuses"),
  text(
    "Call `attachHls` and its like only once the viewer has agreed. Without them the same player plays from your CDN alone; `close()` ends the exchange at any moment.",
  ),
];
