import { code, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Une collection est un groupe nommé de vidéos qui a ses propres règles\u00a0: une saison, une chaîne, un client. Votre page la nomme, et elle apparaît dans le tableau de bord au premier signalement. Une collection nommée par une page ne fixe que les règles des pairs. L’accès suit la collection que vous choisissez dans le tableau de bord ou par l’API.",
  ),
  code("collection"),
  heading("rules", "Quelles règles valent"),
  text("Pour chaque règle séparément, la première de ces sources qui dit quelque chose\u00a0:"),
  list(
    "les règles de la vidéo elle-même\u00a0;",
    "celles de sa collection, tant que le dernier signalement qui la nomme a moins de 5 minutes\u00a0;",
    "celles de la configuration dont la page a la clé\u00a0;",
    "celles du client.",
  ),
  heading("names", "Noms"),
  list(
    "200 caractères au plus. Les mêmes mots désignent la même collection, quelle que soit la page.",
    "Une vidéo est dans une seule collection\u00a0: la dernière nommée.",
    "Les listes d'adresses, de pays et de sites du niveau le plus proche remplacent celles du dessus\u00a0; ce que le client interdit reste interdit.",
  ),
];
