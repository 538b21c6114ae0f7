import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Pour Shaka Player 5, testé avec la version 5.2. DASH et HLS. Shaka 4 continue de lire, mais ne reçoit rien des pairs.",
  ),
  heading("without-drm", "Sans DRM"),
  sample("shaka"),
  list(
    "Connectez le plugin après `player.attach` et avant `player.load`.",
    "Seul ce lecteur est concerné\u00a0: les autres lecteurs de la page ne changent pas.",
    "Les filtres de requêtes ne voient que vos propres URL\u00a0; les filtres de réponses voient les données des pairs comme celles de votre CDN.",
    "Shaka charge lui-même les segments préchargés (`preload`) et ceux qu’il lit pendant leur arrivée (faible latence)\u00a0: ils ne sont pas échangés.",
  ),
  heading("with-drm", "Avec DRM"),
  text(
    "Les segments chiffrés sont échangés entre pairs\u00a0; Shaka gère les licences. La page ci-dessous lit du ClearKey, pour que tout navigateur puisse l’exécuter\u00a0:",
  ),
  sample("shaka-drm"),
  text("Avec Widevine\u00a0:"),
  code("shakaWidevine"),
  note(
    "Nos tests lisent cette page avec ClearKey. Widevine et PlayReady fonctionnent de la même façon, mais ne sont pas couverts par nos tests.",
  ),
];
