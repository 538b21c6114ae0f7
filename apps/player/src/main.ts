import "./style/base.css";
import "./style/bar.css";
import "./style/menu.css";
import "./style/notice.css";
import { type PlayerStats, whenVisited } from "@shoal/sdk";
import { handleHostMessages } from "./host/host-messages.ts";
import { pickLanguage, textsOf } from "./i18n/texts.ts";
import { parseOptions } from "./options.ts";
import { preloadPlayback } from "./playback/open-playback.ts";
import { EmbedPlayer } from "./player.ts";

declare global {
  interface Window {
    /** The part of the player that tests of a host page use. */
    shoalPlayer?: { stats(): PlayerStats | undefined; play(): void };
  }
}

preloadPlayback();
const options = parseOptions(new URL(location.href));
const language = pickLanguage(options.language, navigator.languages);
document.documentElement.lang = language;
const playerRoot = document.getElementById("player");
if (playerRoot) whenVisited(() => startPlayer(playerRoot));

/** Starts a session. A page that is only prerendered loads no more than its scripts. */
function startPlayer(root: HTMLElement): void {
  const player = new EmbedPlayer(root, options, textsOf(language), language);
  handleHostMessages(player);
  window.shoalPlayer = { stats: () => player.stats(), play: () => player.play() };
}
