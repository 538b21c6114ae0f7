import { code, heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  note(
    "Non testé\u00a0: Flowplayer est un produit commercial que nos tests n’incluent pas. Voici comment atteindre son hls.js.",
  ),
  text(
    "Flowplayer lit HLS avec hls.js. Dans Flowplayer 7, le moteur du lecteur y donne accès une fois le lecteur prêt.",
  ),
  heading("attach", "Connecter le plugin à son hls.js"),
  code("flowplayer"),
  list(
    "Si le moteur est celui du navigateur (Safari), il n’y a pas de hls.js et aucune donnée n’est échangée.",
    "Un nouveau clip peut créer un nouveau lecteur\u00a0: reconnectez-y le plugin.",
    "Utilisez hls.js 1.7 ou une version proche\u00a0: une version plus ancienne peut lire la vidéo sans échanger de données.",
  ),
];
