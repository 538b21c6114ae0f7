import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("Pour Video.js 8 avec son VHS intégré. HLS et DASH."),
  heading("without-drm", "Sans DRM"),
  sample("videojs"),
  list(
    "Le plugin suit les changements de source\u00a0; le spectateur continue d’échanger des données avec ceux qui ont commencé par la même source.",
    "Les fonctions de la page (`onRequest`, `onResponse`) sont appelées pour les requêtes vers le CDN\u00a0; VHS gère les clés AES.",
    "Un lecteur détruit (`dispose`) est détaché automatiquement.",
    "Quand le navigateur lit HLS nativement (Safari), il n’y a pas de VHS et aucune donnée n’est échangée, sauf si vous activez `overrideNative`\u00a0:",
  ),
  code("overrideNative"),
  heading("with-drm", "Avec DRM"),
  text(
    "Video.js n’a pas de DRM intégré\u00a0: le paquet `videojs-contrib-eme` le fournit, et le plugin n’y touche pas. Les segments chiffrés sont échangés entre pairs\u00a0; ce paquet gère les licences.",
  ),
  code("videojsDrm"),
  note("Nos tests n’exécutent pas ce code\u00a0: ce paquet n’en fait pas partie."),
];
