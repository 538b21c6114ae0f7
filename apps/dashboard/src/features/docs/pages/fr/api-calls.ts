import { list, type Page, reference, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Tous les appels de l’API, générés à partir de la table que le serveur utilise pour valider les requêtes. Les noms sont ceux des méthodes de `@shoal/client`. Les descriptions des appels sont en anglais.",
  ),
  list(
    "Envoyez votre clé d’API dans `Authorization: Bearer`. Les clés dans les URL sont refusées, car les journaux et les historiques conservent les URL.",
    "Les corps et les réponses sont en JSON. Les dates suivent ISO 8601 en UTC, les durées sont en secondes, les tailles en octets.",
    "Les listes acceptent `page` et `pagesize`, et renvoient `_embedded` et `_size`, le nombre total de résultats.",
  ),
  reference(),
];
