import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("Pour hls.js 1.7. VOD et direct."),
  heading("without-drm", "Sans DRM"),
  sample("hls"),
  list(
    "Connectez le plugin avant `loadSource`, pour que les premiers segments soient comptés et échangés eux aussi. Vous pouvez aussi le connecter plus tard.",
    "Le `fLoader`, le `xhrSetup` et les en-têtes de la page servent à chaque requête vers le CDN.",
    "Tant qu’une vidéo est en cours d’encodage, le son et les qualités disponibles plus tard s’ajoutent pendant la lecture. Si hls.js doit recharger pour cela, il reprend à la même position, et `MANIFEST_PARSED` peut se produire une seconde fois.",
  ),
  heading("with-drm", "Avec DRM"),
  text(
    "Les pairs échangent les segments tels qu’ils sont sur le CDN, chiffrés\u00a0; le lecteur les déchiffre avec sa propre licence. Les licences et les clés ne sont jamais échangées. La page ci-dessous lit du ClearKey, pour que tout navigateur puisse l’exécuter\u00a0:",
  ),
  sample("hls-drm"),
  text("Avec Widevine et PlayReady\u00a0:"),
  code("hlsDrm"),
  note(
    "Nos tests lisent cette page avec ClearKey. Widevine et PlayReady fonctionnent de la même façon, mais ne sont pas couverts par nos tests.",
  ),
];
