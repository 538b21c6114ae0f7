import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("Pour dash.js 5."),
  heading("without-drm", "Sans DRM"),
  sample("dash"),
  list(
    "Connectez le plugin une fois que le lecteur a son élément vidéo et avant qu’il ne charge des segments\u00a0: juste après `initialize` (ou `attachView`).",
    "Les intercepteurs de requêtes de la page et CMCD fonctionnent comme d’habitude.",
    "dash.js charge lui-même les directs à faible latence transmis par fragments, et les lit au fur et à mesure.",
    "Les données des pairs n’abaissent jamais l’estimation du débit de dash.js.",
    "Si une page place son propre `XHRLoader` dans dash.js (`player.extend`) avant le plugin, aucune donnée n’est échangée.",
  ),
  heading("with-drm", "Avec DRM"),
  text(
    "Les segments chiffrés sont échangés entre pairs\u00a0; dash.js gère `setProtectionData` et les licences. La page ci-dessous lit du ClearKey, pour que tout navigateur puisse l’exécuter\u00a0:",
  ),
  sample("dash-drm"),
  text("Avec Widevine\u00a0:"),
  code("dashWidevine"),
  note(
    "Nos tests lisent cette page avec ClearKey. Widevine et PlayReady fonctionnent de la même façon, mais ne sont pas couverts par nos tests.",
  ),
];
