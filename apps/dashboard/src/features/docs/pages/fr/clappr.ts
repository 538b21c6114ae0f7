import { heading, list, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Pour Clappr 0.11 avec le paquet `@clappr/hlsjs-playback` dans sa version sans hls.js (`hlsjs-playback.external`), afin que votre page choisisse la version de hls.js. HLS.",
  ),
  heading("without-drm", "Sans DRM"),
  sample("clappr"),
  list(
    "Clappr crée un nouveau lecteur hls.js pour chaque source. `customListeners` est appliqué à chaque lecteur avant tout chargement, si bien que chaque lecteur est connecté au plugin\u00a0; `this` est ce lecteur.",
    "Si le navigateur lit HLS sans `MediaSource` (anciens iPhone), Clappr n’utilise pas hls.js, et aucune donnée n’est échangée.",
    "La version complète `clappr.min.js` contient son propre hls.js, plus ancien\u00a0: utilisez `clappr.plainhtml5`.",
    "Clappr compile ses modèles à l’exécution\u00a0: si votre page a une politique (CSP), elle doit inclure `'unsafe-eval'`, avec ou sans le plugin.",
  ),
  heading("with-drm", "Avec DRM"),
  text(
    "Définissez les options de hls.js dans `playback.hlsjsConfig` (`emeEnabled`, `drmSystems`)\u00a0: hls.js gère les licences\u00a0; les segments chiffrés sont échangés entre pairs. Nos tests ne couvrent pas ce cas.",
  ),
];
