import { heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  heading("stable", "Ce qui est stable"),
  list(
    "Les chemins, les méthodes, et les noms et types des champs des appels sous [Appels](/doc/api/api-calls).",
    "Les codes et statuts d’erreur, les types d’événements des webhooks, et les champs de leurs données.",
    "Ce que `@shoal/client` et `@shoal/upload` exportent. Une modification incompatible augmente leur version majeure.",
  ),
  heading("may-change", "Ce qui peut changer à tout moment"),
  list(
    "De nouveaux appels, champs de requête facultatifs, champs de réponse, types d’événements et codes d’erreur. Ignorez ce que vous ne connaissez pas.",
    "Les textes des messages, l’ordre des champs et les URL des médias\u00a0: lisez-les dans les réponses, sans les construire vous-même.",
  ),
  heading("ends", "Fins de prise en charge"),
  text(
    "Les appels et champs obsolètes sont annoncés dans ce journal et dans le document OpenAPI, et continuent de fonctionner au moins douze mois.",
  ),
  heading("changelog", "Journal des modifications"),
  table(
    ["Version", "Modifications"],
    [
      [
        "0.1.0",
        "Premières versions de `@shoal/client`, de `@shoal/upload` et de la ligne de commande `@shoal/cli`\u00a0; webhooks\u00a0; cette référence.",
      ],
    ],
  ),
];
