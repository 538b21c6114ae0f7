import { heading, list, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Pour Clappr 0.11 avec le paquet `@clappr/hlsjs-playback` dans sa version sans hls.js (`hlsjs-playback.external`)\u00a0: c'est la page qui choisit la version de hls.js. HLS.",
  ),
  heading("without-drm", "Sans DRM"),
  sample("clappr"),
  list(
    "Clappr crée un nouveau lecteur hls.js à chaque source. `customListeners` est posé sur chacun avant tout chargement, si bien que chacun est attaché\u00a0; `this` est ce lecteur.",
    "Là où le navigateur lit HLS sans `MediaSource` (anciens iPhone), Clappr n'utilise pas hls.js, et rien n'est échangé.",
    "La version complète `clappr.min.js` apporte son propre hls.js, plus ancien\u00a0: prenez `clappr.plainhtml5`.",
    "Clappr crée des fonctions à partir de ses textes\u00a0: une politique (CSP) de votre page doit lui accorder `'unsafe-eval'`, avec ou sans le plugin.",
  ),
  heading("with-drm", "Avec DRM"),
  text(
    "Les options de hls.js se trouvent dans `playback.hlsjsConfig` (`emeEnabled`, `drmSystems`)\u00a0: les licences sont l'affaire de hls.js, et les segments chiffrés sont échangés. Nos tests ne jouent pas ce cas.",
  ),
];
