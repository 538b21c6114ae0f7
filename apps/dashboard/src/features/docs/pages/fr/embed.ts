import { code, heading, note, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Les vidéos de cette plateforme n’ont besoin d’aucun plugin\u00a0: leur lecteur intègre la diffusion pair-à-pair. `/embed/VIDEO` est le lecteur pour les iframes, `/v/VIDEO` le même en pleine page. Le code d’une vidéo est sur sa page, prêt à copier.",
  ),
  code("iframe"),
  heading("parameters", "Paramètres de l’URL"),
  table(
    ["Paramètre", "Signification"],
    [
      [
        "`?t=90`, `?t=1m30s`, `?t=1:30`, `#t=…`",
        "Démarre à cette position. Par défaut, la lecture reprend à la dernière position du spectateur.",
      ],
      [
        "`?autoplay`",
        "Démarre immédiatement, sans le son si le navigateur exige d’abord un clic. `autoplay=0` ne démarre jamais automatiquement, quel que soit le réglage de la vidéo.",
      ],
      ["`?muted`", "Démarre sans le son."],
      ["`?loop`", "Recommence à la fin."],
      ["`?title=0`, `?title=1`", "Masque ou affiche le titre, quel que soit le réglage du client."],
      ["`?controls=0`", "N’affiche que l’image et le grand bouton de lecture."],
      ["`?lang=en`, `?lang=fr`", "Langue des commandes. Par défaut\u00a0: celle du navigateur."],
      ["`?p2p=0`", "Ce spectateur n’échange pas de données."],
      [
        "`?consent=1`, `?consent=0`",
        "Votre page a demandé au spectateur son consentement à l’échange\u00a0: il a accepté ou refusé.",
      ],
      [
        "`#authorization=…`",
        "Un jeton de votre serveur, si les règles en exigent un\u00a0: voir [Jetons de lecture](/doc/reference/streaming-tokens).",
      ],
    ],
  ),
  text("Pour activer une option, écrivez `muted`, `muted=1` ou `muted=true`."),
  heading("messages", "Messages"),
  text("Envoyez des commandes à l’iframe et recevez ses événements\u00a0:"),
  code("messages"),
  table(
    ["Commande", "Champs"],
    [
      ["`play`, `pause`, `getState`", "Aucun."],
      ["`seek`", "`positionSec`, 0 ou plus."],
      ["`setVolume`", "`volume`, de 0 à 1\u00a0; 0 coupe le son."],
      [
        "`setCaptions`",
        "`captions`\u00a0: l’identifiant d’une piste ou sa langue, comme `fr`\u00a0; null pour aucune.",
      ],
      ["`refresh`", "Recharge ce qui a changé\u00a0: titre, chapitres, sous-titres."],
    ],
  ),
  text(
    'Chaque commande reçoit en réponse `{ event: "answer", id, state, error? }`, avec l’`id` de la commande.',
  ),
  table(
    ["Événement", "Quand"],
    [
      ["`ready`", "La vidéo est prête à être lue."],
      ["`play`, `pause`, `ended`", "La lecture a commencé, est en pause ou est terminée."],
      ["`timeupdate`", "Environ quatre fois par seconde pendant la lecture."],
      ["`chapterchange`, `captionschange`", "Le chapitre ou les sous-titres ont changé."],
      ["`error`", "`error` donne la raison, comme `not_found`, `denied` ou `network`."],
    ],
  ),
  note(
    "Vérifiez `origin` et `source` des messages reçus, comme ci-dessus. Le lecteur n’écoute que la page qui l’encadre.",
  ),
];
