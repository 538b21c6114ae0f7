import { list, type Page, reference, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Tous les appels de l’API, tirés de la table avec laquelle le serveur vérifie les appels. Les noms sont ceux des méthodes de `@shoal/client`. Les descriptions des appels sont en anglais.",
  ),
  list(
    "Envoyez votre clé d’API par `Authorization: Bearer`. Une clé dans une adresse est refusée\u00a0: journaux et historiques gardent les adresses.",
    "Les corps et les réponses sont en JSON. Les dates suivent ISO 8601 en UTC, les durées sont en secondes, les tailles en octets.",
    "Les listes prennent `page` et `pagesize`, et renvoient `_embedded` et `_size`, le nombre de tous les résultats.",
  ),
  reference(),
];
