import { code, heading, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "`onMetrics` est appelée chaque seconde avec les totaux depuis que le lecteur est attaché\u00a0; `metrics()`, sur ce que rendent `attachHls` et les fonctions semblables, donne la même chose à tout moment.",
  ),
  code("metrics"),
  table(
    ["Champ", "Signification"],
    [
      ["`bytesServer`", "Octets de segments reçus de votre CDN."],
      ["`bytesPeer`", "Octets de segments reçus des pairs."],
      ["`bytesUp`", "Octets envoyés aux pairs."],
      ["`peers`", "Pairs reliés en ce moment."],
      ["`audience`", "Spectateurs de la vidéo, celui-ci compris."],
      ["`stalls`", "Nombre d'attentes après la première image, hors déplacements et pauses."],
      [
        "`startupMs`",
        "De la demande de lecture à la première image, en millisecondes\u00a0; `null` avant celle-ci.",
      ],
      ["`secServer`, `secPeer`", "Secondes lues, selon l'origine du segment sous la tête de lecture."],
    ],
  ),
  heading("dashboard", "Ce que compte le tableau de bord"),
  text(
    "Le plugin envoie de lui-même les mêmes chiffres à l'edge toutes les 10 secondes\u00a0; ils sont dans vos statistiques 15 secondes plus tard. `onMetrics` sert à votre page et à vos outils\u00a0: rien n'en dépend. Une exception qu'elle lance reste dans votre page.",
  ),
  text(
    "Les robots, comme les moteurs de recherche et les navigateurs pilotés par un programme, sont comptés à part quand ils disent ce qu'ils sont\u00a0: ils ne figurent dans aucune vue, aucun spectateur, aucune minute, aucun octet. Les statistiques disent combien de leurs sessions une période a eues. Une page qu'un navigateur prépare avant une visite commence sa session quand le visiteur l'ouvre.",
  ),
];
