import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  note("Non testé\u00a0: Bitmovin Player est un produit commercial dont nos tests ne disposent pas."),
  text(
    "Bitmovin Player a son propre moteur pour HLS et DASH\u00a0: on n'y trouve ni hls.js ni Shaka à quoi s'attacher, et nous n'avons pas d'adaptateur pour lui.",
  ),
  heading("what-one-can-do", "Ce qu'on peut faire"),
  list(
    "Sur les pages dont les spectateurs doivent échanger, utilisez plutôt [hls.js](/doc/players/hls-js), [Shaka Player](/doc/players/shaka) ou [dash.js](/doc/players/dash-js).",
    "Dites-nous si vous en avez besoin\u00a0: un adaptateur prendrait la place de ses requêtes (`network.sendHttpRequest` de sa configuration), dès que nous aurons une licence pour le tester.",
  ),
];
