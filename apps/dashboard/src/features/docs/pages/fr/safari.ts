import { code, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Là où le navigateur lit HLS lui-même (`video.src` avec l'adresse d'un manifeste), aucun script ne voit les segments\u00a0: le plugin n'a rien à quoi s'attacher, et rien n'est échangé. La vidéo est lue depuis votre CDN comme avant.",
  ),
  heading("what-one-can-do", "Ce qu'on peut faire"),
  list(
    "Safari sur macOS et iPadOS dispose de Media Source Extensions\u00a0: hls.js et Shaka y fonctionnent, ainsi que Video.js avec `overrideNative`. Préférez-les au HLS du navigateur.",
    "À partir d'iOS 17.1, les iPhone disposent de Managed Media Source, que hls.js utilise s'il le trouve. `Hls.isSupported()` le dit. Nous n'y avons pas testé l'échange.",
    "Les iPhone plus anciens ne lisent HLS que par eux-mêmes.",
    "Dans bien des installations, FairPlay exige le HLS du navigateur\u00a0: ces spectateurs ne participent pas.",
  ),
  heading("choose", "Choisir dans votre page"),
  text("Interrogez d'abord hls.js, et laissez le reste au navigateur\u00a0:"),
  code("safari"),
  text(
    "Le HLS natif n'est pas non plus compté dans vos chiffres\u00a0: sans le plugin, aucune session n'est ouverte.",
  ),
];
