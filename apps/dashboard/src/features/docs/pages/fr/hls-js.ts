import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("Pour hls.js 1.7. VOD et direct."),
  heading("without-drm", "Sans DRM"),
  sample("hls"),
  list(
    "Attachez avant `loadSource`, pour que les premiers segments soient comptés et proposés eux aussi. Plus tard, cela fonctionne également.",
    "Le `fLoader`, le `xhrSetup` et les en-têtes de la page servent chaque fois que le CDN est interrogé.",
    "Tant qu'une vidéo s'encode encore, le son et les qualités qui arrivent plus tard sont repris pendant la lecture. Là où hls.js ne peut que recharger, il le fait à la même position\u00a0: `MANIFEST_PARSED` peut alors revenir.",
  ),
  heading("with-drm", "Avec DRM"),
  text(
    "Les pairs échangent les segments tels qu'ils sont sur le CDN, chiffrés\u00a0; le lecteur les déchiffre avec la licence qu'il a obtenue lui-même. Licences et clés ne sont jamais échangées. La page ci-dessous lit du ClearKey, pour que tout navigateur puisse l'exécuter\u00a0:",
  ),
  sample("hls-drm"),
  text("Avec Widevine et PlayReady\u00a0:"),
  code("hlsDrm"),
  note(
    "Nos tests lisent cette page avec ClearKey. Widevine et PlayReady suivent le même chemin, mais n'en font pas partie.",
  ),
];
