import { code, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Quand le navigateur lit HLS nativement (`video.src` avec l’URL d’un manifeste), aucun script ne voit les segments\u00a0: le plugin ne peut pas fonctionner, et aucune donnée n’est échangée. La vidéo est lue à partir de votre CDN, comme d’habitude.",
  ),
  heading("what-one-can-do", "Ce que vous pouvez faire"),
  list(
    "Safari sur macOS et iPadOS dispose de Media Source Extensions\u00a0: hls.js et Shaka y fonctionnent, ainsi que Video.js avec `overrideNative`. Préférez-les au HLS natif.",
    "Les iPhone sous iOS 17.1 ou ultérieur disposent de Managed Media Source, que hls.js utilise si possible. `Hls.isSupported()` l’indique. Nous n’avons pas testé les échanges sur ces téléphones.",
    "Les iPhone plus anciens ne lisent HLS que nativement.",
    "FairPlay exige souvent le HLS natif\u00a0: ces spectateurs ne participent pas.",
  ),
  heading("choose", "Choisir dans votre page"),
  text("Vérifiez d’abord hls.js, et laissez le reste au navigateur\u00a0:"),
  code("safari"),
  text(
    "Le HLS natif ne figure pas non plus dans vos statistiques\u00a0: sans le plugin, aucune session n’est ouverte.",
  ),
];
