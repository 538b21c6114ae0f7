import { code, heading, note, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Pour les vidéos qui sont sur cette plateforme, aucun plugin n'est nécessaire\u00a0: leur propre lecteur échange de lui-même. `/embed/VIDEO` est le lecteur pour les cadres, `/v/VIDEO` le même en page entière. Le code d'une vidéo est sur sa page, prêt à copier.",
  ),
  code("iframe"),
  heading("parameters", "Dans l'adresse"),
  table(
    ["Paramètre", "Signification"],
    [
      [
        "`?t=90`, `?t=1m30s`, `?t=1:30`, `#t=…`",
        "Commence là\u00a0; sinon, le spectateur reprend où il s'est arrêté.",
      ],
      [
        "`?autoplay`",
        "Démarre aussitôt, sans le son là où le navigateur demande d'abord un clic\u00a0; `autoplay=0` ne démarre jamais, quoi que dise la vidéo.",
      ],
      ["`?muted`", "Commence sans le son."],
      ["`?loop`", "Recommence à la fin."],
      ["`?title=0`, `?title=1`", "Sans le titre\u00a0; avec lui, quel que soit le choix du client."],
      ["`?controls=0`", "L'image et le grand bouton de lecture seulement."],
      ["`?lang=en`, `?lang=fr`", "Langue des commandes\u00a0; sinon celle du navigateur."],
      ["`?p2p=0`", "Ce spectateur n'échange avec personne."],
      [
        "`?consent=1`, `?consent=0`",
        "Votre page a demandé au spectateur s'il échange avec d'autres\u00a0: il a dit oui, ou non.",
      ],
      [
        "`#authorization=…`",
        "Un jeton de votre serveur, là où les règles en demandent un\u00a0: voir [Jetons de lecture](/doc/reference/streaming-tokens).",
      ],
    ],
  ),
  text("Un interrupteur est actif sous la forme `muted`, `muted=1` ou `muted=true`."),
  heading("messages", "Messages"),
  text("Envoyez des commandes au cadre, et écoutez ses événements\u00a0:"),
  code("messages"),
  table(
    ["Commande", "Champs"],
    [
      ["`play`, `pause`, `getState`", "Aucun."],
      ["`seek`", "`positionSec`, 0 ou plus."],
      ["`setVolume`", "`volume`, de 0 à 1\u00a0; 0 coupe le son."],
      [
        "`setCaptions`",
        "`captions`\u00a0: l'identifiant d'une piste ou sa langue, comme `fr`\u00a0; null pour aucune.",
      ],
      ["`refresh`", "Redemande ce qui a changé entre-temps\u00a0: titre, chapitres, sous-titres."],
    ],
  ),
  text("Chacune reçoit en réponse `{ event: \"answer\", id, state, error? }`, avec l'`id` qu'elle portait."),
  table(
    ["Événement", "Quand"],
    [
      ["`ready`", "La vidéo peut être lue."],
      ["`play`, `pause`, `ended`", "Elle a commencé, s'est arrêtée, est arrivée à sa fin."],
      ["`timeupdate`", "Environ quatre fois par seconde pendant la lecture."],
      ["`chapterchange`, `captionschange`", "Un autre chapitre, ou d'autres sous-titres, sont montrés."],
      ["`error`", "`error` dit pourquoi, comme `not_found`, `denied` ou `network`."],
    ],
  ),
  note(
    "Vérifiez `origin` et `source` de ce que vous recevez, comme ci-dessus. Le lecteur écoute la page qui l'encadre, et aucune autre fenêtre.",
  ),
];
