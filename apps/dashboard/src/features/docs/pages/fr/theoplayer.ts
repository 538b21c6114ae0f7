import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  note("Non testé\u00a0: THEOplayer est un produit commercial que nos tests n’incluent pas."),
  text(
    "THEOplayer a son propre moteur HLS et DASH, sans hls.js ni Shaka auquel le plugin puisse se connecter, et nous n’avons pas d’adaptateur pour ce lecteur.",
  ),
  heading("what-one-can-do", "Ce que vous pouvez faire"),
  list(
    "Sur les pages où vous voulez la diffusion pair-à-pair, utilisez plutôt [hls.js](/doc/players/hls-js), [Shaka Player](/doc/players/shaka) ou [dash.js](/doc/players/dash-js).",
    "Dites-nous si vous en avez besoin\u00a0: un adaptateur utiliserait ses intercepteurs réseau, dès que nous aurons une licence pour le tester.",
  ),
];
