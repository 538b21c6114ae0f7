import { heading, list, note, type Page, steps, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A site is a place whose viewers share one line to the internet: an office, a school, a hotel. When its viewers exchange among themselves, that line carries each segment of a video once, however many watch it there.",
  ),
  heading("set-up", "Setting it up"),
  steps(
    "Open the config in [Configs](/config) and add a site.",
    "Name the public addresses under which the place comes to the internet, or the subnets of its network where the edge stands inside of it.",
    "Say with whom its viewers exchange, and save: who watches already follows within 10 seconds.",
  ),
  text(
    "A site counts for pages with the key of its config, and for your videos on this platform that have this config. A viewer belongs to the first site in which his address lies.",
  ),
  heading("exchange", "With whom its viewers exchange"),
  table(
    ["Choice", "What it means"],
    [
      [
        "Among themselves first",
        "Viewers of the site are brought together before all others. Where one of them has no place left, a viewer from elsewhere gives way. What is still missing may come from elsewhere too, over the line.",
      ],
      [
        "Only among themselves",
        "Viewers of the site are a group of their own: nobody elsewhere sends them anything, nor gets anything from them. One of them fetches each segment, the others take it from him. Who has no peer there is served by the CDN.",
      ],
    ],
  ),
  heading("figures", "What the line was spared"),
  text(
    "Each site of a config leads to its figures: viewers, time watched, and what its line carried and was spared over a day, a week or 30 days. They are exact for the time in which the site stays among itself. While it exchanges with others too, nobody knows which of the viewers were near: the screen then says at least and at most.",
  ),
  heading("know", "What to know"),
  list(
    "Viewers must reach one another in the network of the place. Where devices are kept apart (guest networks, client isolation) nothing is exchanged, and all is served by the CDN.",
    "A relay (TURN) outside of the place carries what is exchanged out and in again. Give the place one of its own, or none.",
    "With the plugin, two viewers fetch each segment before the others take it from them: what comes is checked by what two saw. With videos of this platform one does.",
    "A site has a name of its own that stays when it is renamed, so that its figures stay. A copy of a config has sites of its own.",
  ),
  note(
    "A live without delay comes from the page that films it, whatever the site: each of its first viewers there uses the line.",
  ),
];
