import { list, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Cette page complète utilise hls.js, se rabat sur le HLS natif du navigateur, écrit les erreurs dans la console et affiche la part des données venues des pairs. Remplacez l’URL du manifeste par la vôtre.",
  ),
  sample("plain"),
  list(
    "`autoplay` ne fonctionne qu’avec `muted`\u00a0: les navigateurs exigent un clic avant de jouer du son.",
    "`playsinline` évite que les iPhone ouvrent la vidéo en plein écran.",
  ),
];
