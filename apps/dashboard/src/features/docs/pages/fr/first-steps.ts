import { code, heading, list, note, type Page, samplesLink, steps, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Le plugin met un lecteur que vous avez déjà, sur n'importe quel CDN, en réseau avec les autres\u00a0: ses spectateurs se passent les segments là où ils le peuvent, et prennent le reste sur votre CDN. En-têtes, cookies, signatures et DRM restent l'affaire de votre lecteur\u00a0: il interroge votre CDN exactement comme avant.",
  ),
  heading("need", "Ce qu'il vous faut"),
  list(
    "La clé publique d'une configuration. Elle peut figurer dans votre page\u00a0: ce n'est pas un secret. Si les sites de la configuration nomment des sites web, la page doit se trouver sur l'un d'eux.",
    "L'adresse de l'edge, qui sert le plugin. Elle est déjà dans le code ci-dessous, de même que votre première clé.",
    "Des pages en HTTPS (ou sur localhost). En HTTP simple, les navigateurs ne permettent pas de vérifier ce qui vient des pairs\u00a0: rien n'est échangé.",
  ),
  heading("lines", "Cinq lignes"),
  text("Avec hls.js, et un élément vidéo dans `video`\u00a0:"),
  code("fiveLines"),
  text(
    "Autres lecteurs\u00a0: [Shaka Player](/doc/players/shaka), [dash.js](/doc/players/dash-js), [Video.js](/doc/players/video-js). Pages entières à copier\u00a0: [HTML simple](/doc/start/plain-html), [React](/doc/start/react).",
  ),
  text("En module plutôt qu'en scripts\u00a0:"),
  code("module"),
  heading("check", "Vérifier que cela fonctionne"),
  steps(
    "Ouvrez la page dans trois fenêtres et laissez la lecture se faire dans chacune. Un segment est pris chez les pairs une fois que deux spectateurs en ont reçu les mêmes octets de votre CDN\u00a0: l'échange commence avec le troisième.",
    "Dans la console de la troisième, demandez les chiffres\u00a0: `bytesPeer` augmente.",
    "Ou ouvrez l'[outil de visualisation](/doc/tools/visualization), qui montre pour chaque segment qui l'a envoyé, et la raison quand rien n'est échangé.",
  ),
  code("check"),
  samplesLink("Lancer les exemples avec votre clé"),
  note(
    "Aucune exception n'est jamais lancée dans votre page. Tout problème est signalé à `onError`, et le lecteur continue depuis votre CDN\u00a0: voir [Erreurs](/doc/reference/errors).",
  ),
];
