import { code, heading, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "`onMetrics` est appelée chaque seconde avec les totaux depuis la connexion du lecteur. `metrics()`, sur l’objet que renvoient `attachHls` et les autres fonctions de connexion, renvoie les mêmes valeurs à tout moment.",
  ),
  code("metrics"),
  table(
    ["Champ", "Signification"],
    [
      ["`bytesServer`", "Octets de segments reçus de votre CDN."],
      ["`bytesPeer`", "Octets de segments reçus des pairs."],
      ["`bytesUp`", "Octets envoyés aux pairs."],
      ["`peers`", "Pairs connectés en ce moment."],
      ["`audience`", "Spectateurs de la vidéo, y compris le spectateur actuel."],
      ["`stalls`", "Nombre d’interruptions après la première image, hors déplacements et pauses."],
      [
        "`startupMs`",
        "De la demande de lecture à la première image, en millisecondes\u00a0; `null` jusque-là.",
      ],
      ["`secServer`, `secPeer`", "Secondes lues, selon la source du segment en cours de lecture."],
    ],
  ),
  heading("dashboard", "Ce que compte le tableau de bord"),
  text(
    "Le plugin envoie aussi ces mesures au serveur de diffusion toutes les 10 secondes\u00a0; ils apparaissent dans vos statistiques 15 secondes plus tard. `onMetrics` sert à votre page et à vos outils, et rien n’en dépend. Les exceptions levées par votre fonction restent dans votre page.",
  ),
  text(
    "Les robots, comme les moteurs de recherche et les navigateurs automatisés, sont comptés à part quand ils s’identifient\u00a0: ils ne figurent dans aucun décompte de vues, de spectateurs, de minutes ou d’octets. Les statistiques indiquent combien de sessions de robots ont été exclues d’une période. Si un navigateur prépare une page à l’avance, sa session commence quand le visiteur l’ouvre.",
  ),
];
