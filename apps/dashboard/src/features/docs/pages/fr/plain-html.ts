import { list, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Une page entière avec hls.js, qui se rabat sur le HLS du navigateur, écrit les erreurs dans la console et montre la part des pairs. Remplacez l'adresse du manifeste par la vôtre.",
  ),
  sample("plain"),
  list(
    "`autoplay` ne fonctionne qu'avec `muted`\u00a0: les navigateurs demandent un clic avant de jouer du son.",
    "`playsinline` évite que les iPhone ouvrent la vidéo sur tout l'écran.",
  ),
];
