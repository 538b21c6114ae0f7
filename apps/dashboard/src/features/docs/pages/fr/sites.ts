import { heading, list, note, type Page, steps, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Un site est un lieu dont les spectateurs partagent une même ligne vers internet\u00a0: un bureau, une école, un hôtel. Quand ses spectateurs échangent entre eux, cette ligne porte chaque segment d'une vidéo une seule fois, si nombreux qu'ils y soient à la regarder.",
  ),
  heading("set-up", "Le mettre en place"),
  steps(
    "Ouvrez la configuration dans [Configs](/config) et ajoutez un site.",
    "Nommez les adresses publiques sous lesquelles le lieu vient sur internet, ou les sous-réseaux de son réseau si l'edge s'y trouve.",
    "Dites avec qui ses spectateurs échangent, et enregistrez\u00a0: ceux qui regardent déjà suivent en moins de 10 secondes.",
  ),
  text(
    "Un site vaut pour les pages qui ont la clé de sa configuration, et pour vos vidéos de cette plateforme qui ont cette configuration. Un spectateur relève du premier site où se trouve son adresse.",
  ),
  heading("exchange", "Avec qui ses spectateurs échangent"),
  table(
    ["Choix", "Ce que cela veut dire"],
    [
      [
        "D'abord entre eux",
        "Les spectateurs du site sont mis en relation avant tous les autres. Si l'un d'eux n'a plus de place, un spectateur d'ailleurs cède la sienne. Ce qui manque encore peut venir d'ailleurs, par la ligne.",
      ],
      [
        "Seulement entre eux",
        "Les spectateurs du site forment un groupe à part\u00a0: personne d'ailleurs ne leur envoie rien, ni ne reçoit rien d'eux. L'un d'eux va chercher chaque segment, les autres le prennent chez lui. Qui n'y a pas de pair est servi par le CDN.",
      ],
    ],
  ),
  heading("figures", "Ce qui a été épargné à la ligne"),
  text(
    "Chaque site d'une configuration mène à ses chiffres\u00a0: spectateurs, temps regardé, et ce que sa ligne a porté ou s'est vu épargner en un jour, une semaine ou 30 jours. Ils sont exacts pour le temps où le site reste entre soi. Tant qu'il échange aussi avec d'autres, personne ne sait quels spectateurs étaient proches\u00a0: l'écran dit alors au moins et au plus.",
  ),
  heading("know", "Ce qu'il faut savoir"),
  list(
    "Les spectateurs doivent se joindre dans le réseau du lieu. Là où les appareils sont isolés (réseaux invités, isolation des clients), rien ne s'échange, et tout vient du CDN.",
    "Un relais (TURN) hors du lieu fait sortir puis rentrer ce qui s'échange. Donnez au lieu le sien, ou aucun.",
    "Avec le plugin, deux spectateurs vont chercher chaque segment avant que les autres le prennent chez eux\u00a0: ce qui arrive est vérifié par ce que deux ont vu. Avec les vidéos de cette plateforme, un seul y va.",
    "Un site a un nom à lui qui reste quand il est renommé, et ses chiffres avec. Une copie d'une configuration a ses propres sites.",
  ),
  note(
    "Un direct sans délai vient de la page qui filme, quel que soit le site\u00a0: chacun de ses premiers spectateurs y emprunte la ligne.",
  ),
];
