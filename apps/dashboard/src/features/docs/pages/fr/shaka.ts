import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Pour Shaka Player 5, éprouvé avec la version 5.2. DASH et HLS. Shaka 4 continue de lire, mais ne prend rien aux pairs.",
  ),
  heading("without-drm", "Sans DRM"),
  sample("shaka"),
  list(
    "Attachez après `player.attach` et avant `player.load`.",
    "Seul ce lecteur est concerné\u00a0: les autres de la page restent tels qu'ils sont.",
    "Les filtres de requêtes voient vos adresses et aucune autre\u00a0; les filtres de réponses voient ce qui vient des pairs comme ce qui vient de votre CDN.",
    "Ce que Shaka charge avant `load` (`preload`), et les segments qu'il lit pendant leur arrivée (faible latence), il les charge seul.",
  ),
  heading("with-drm", "Avec DRM"),
  text(
    "Les segments chiffrés sont échangés\u00a0; les licences sont l'affaire de Shaka. La page ci-dessous lit du ClearKey, pour que tout navigateur puisse l'exécuter\u00a0:",
  ),
  sample("shaka-drm"),
  text("Avec Widevine\u00a0:"),
  code("shakaWidevine"),
  note(
    "Nos tests lisent cette page avec ClearKey. Widevine et PlayReady suivent le même chemin, mais n'en font pas partie.",
  ),
];
