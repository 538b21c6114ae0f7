import { code, heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  note("Non testé\u00a0: nos tests n'ont pas Clappr. Voici comment atteindre son hls.js."),
  text(
    "Clappr lit HLS avec hls.js (paquet `@clappr/hlsjs-playback`). Le lecteur se trouve dans le «\u00a0playback\u00a0», sous un nom qui n'est pas public et peut changer à toute version\u00a0: `_hls`.",
  ),
  heading("attach", "S'attacher à son hls.js"),
  code("clappr"),
  list(
    "Dans les versions anciennes, le lecteur hls.js n'est créé qu'à la première lecture\u00a0: attachez à ce moment, et non à `CORE_READY`.",
    "Une nouvelle source crée un nouveau lecteur\u00a0: attachez de nouveau.",
    "Il faut hls.js 1.7 ou une version proche\u00a0: affichez `Hls.version` de celui que Clappr apporte.",
  ),
];
