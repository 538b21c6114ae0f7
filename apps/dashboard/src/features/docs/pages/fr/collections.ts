import { code, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Une collection est un groupe nommé de vidéos qui a ses propres règles\u00a0: une saison, une chaîne, un client. Votre page l’indique, et elle apparaît dans le tableau de bord dès qu’un lecteur la signale. Une collection indiquée par une page ne fixe que les règles pair-à-pair. Pour appliquer des restrictions d’accès, choisissez la collection dans le tableau de bord ou par l’API.",
  ),
  code("collection"),
  heading("rules", "Quelles règles s’appliquent"),
  text("Pour chaque règle, le premier de ces niveaux qui la définit s’applique\u00a0:"),
  list(
    "les règles de la vidéo elle-même\u00a0;",
    "celles de sa collection, tant qu’un lecteur l’a signalée au cours des 5 dernières minutes\u00a0;",
    "celles de la config dont la page utilise la clé\u00a0;",
    "celles du client.",
  ),
  heading("names", "Noms"),
  list(
    "200 caractères au plus. Le même nom désigne la même collection, sur toutes les pages.",
    "Une vidéo n’appartient qu’à une collection\u00a0: la dernière indiquée.",
    "Une vidéo qui quitte une collection, ou dont la collection est supprimée, en conserve les règles comme règles personnalisées, sauf celles qu’elle définit elle-même. Si une page a indiqué la collection, seules ses règles pair-à-pair sont conservées.",
    "Les listes d’adresses, de pays et de sites web du niveau le plus proche remplacent celles du dessus\u00a0; ce que le client bloque reste bloqué.",
  ),
];
