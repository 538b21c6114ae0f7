import { code, heading, list, note, type Page, samplesLink, steps, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Le plugin ajoute la diffusion pair-à-pair à votre lecteur existant, sur n’importe quel CDN\u00a0: les spectateurs reçoivent les segments les uns des autres quand c’est possible, et de votre CDN sinon. Votre lecteur garde ses en-têtes, cookies, signatures et DRM, et interroge votre CDN exactement comme avant.",
  ),
  heading("need", "Ce qu’il vous faut"),
  list(
    "La clé publique d’une config. Elle peut être visible dans votre page\u00a0: ce n’est pas un secret. Si les sites de la config indiquent des sites web, la page doit se trouver sur l’un d’eux.",
    "L’URL du serveur de diffusion, qui sert le plugin. Elle figure déjà dans le code ci-dessous, tout comme votre première clé.",
    "Des pages en HTTPS (ou sur localhost). En HTTP simple, les navigateurs ne peuvent pas vérifier les données des pairs\u00a0: aucune donnée n’est échangée.",
  ),
  heading("lines", "Cinq lignes de code"),
  text("Avec hls.js, et un élément vidéo dans `video`\u00a0:"),
  code("fiveLines"),
  text(
    "Autres lecteurs\u00a0: [Shaka Player](/doc/players/shaka), [dash.js](/doc/players/dash-js), [Video.js](/doc/players/video-js). Pages complètes à copier\u00a0: [HTML simple](/doc/start/plain-html), [React](/doc/start/react).",
  ),
  text("En module plutôt qu’en scripts\u00a0:"),
  code("module"),
  heading("check", "Vérifier que cela fonctionne"),
  steps(
    "Ouvrez la page dans trois fenêtres et lancez la lecture dans chacune. Un segment vient des pairs une fois que deux spectateurs en ont reçu les mêmes octets de votre CDN\u00a0: l’échange commence donc avec le troisième.",
    "Dans la console de la troisième, consultez les mesures\u00a0: `bytesPeer` augmente.",
    "Ou ouvrez l’[outil de visualisation](/doc/tools/visualization)\u00a0: il indique qui a envoyé chaque segment, et pourquoi aucune donnée n’est échangée.",
  ),
  code("check"),
  samplesLink("Lancer les exemples avec votre clé"),
  note(
    "Le plugin ne lève jamais d’exception dans votre page. Les problèmes sont signalés à `onError`, et le lecteur continue à partir de votre CDN\u00a0: voir [Erreurs](/doc/reference/errors).",
  ),
];
