import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("Pour dash.js 5."),
  heading("without-drm", "Sans DRM"),
  sample("dash"),
  list(
    "Attachez une fois que le lecteur a sa vidéo et avant qu'il ne charge des segments\u00a0: juste après `initialize` (ou `attachView`).",
    "Les intercepteurs de requêtes de la page et CMCD fonctionnent comme avant.",
    "Un direct à faible latence chargé par morceaux est laissé à dash.js, qui le lit pendant son arrivée.",
    "Ce qui vient des pairs n'abaisse jamais l'estimation du débit de dash.js.",
    "Une page qui met son propre `XHRLoader` dans dash.js (`player.extend`) avant nous n'échange rien.",
  ),
  heading("with-drm", "Avec DRM"),
  text(
    "Les segments chiffrés sont échangés\u00a0; `setProtectionData` et les licences sont l'affaire de dash.js. La page ci-dessous lit du ClearKey, pour que tout navigateur puisse l'exécuter\u00a0:",
  ),
  sample("dash-drm"),
  text("Avec Widevine\u00a0:"),
  code("dashWidevine"),
  note(
    "Nos tests lisent cette page avec ClearKey. Widevine et PlayReady suivent le même chemin, mais n'en font pas partie.",
  ),
];
