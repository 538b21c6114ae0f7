import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  note("Non testé\u00a0: JW Player est un produit commercial que nos tests n’incluent pas."),
  text(
    "JW Player lit HLS avec son propre composant, issu de hls.js et intégré au lecteur. Les pages n’y ont aucun accès public\u00a0: le plugin ne peut donc pas s’y connecter.",
  ),
  heading("what-one-can-do", "Ce que vous pouvez faire"),
  list(
    "Sur les pages où vous voulez la diffusion pair-à-pair, utilisez plutôt [hls.js](/doc/players/hls-js), [Shaka Player](/doc/players/shaka) ou [Video.js](/doc/players/video-js).",
    "Si votre installation vous donne un lecteur hls.js en version 1.7 ou proche, comme le font certains composants de remplacement, passez-le à `attachHls` avec son élément vidéo.",
    "Dites-nous si vous en avez besoin\u00a0: un adaptateur est possible dès que nous aurons une licence pour le tester.",
  ),
];
