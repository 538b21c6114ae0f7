import { example, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Interrogez vos statistiques de visionnage dans le langage de requête d’Elasticsearch, avec une clé d’API de type «\u00a0Lit les statistiques\u00a0». Les clients d’Elasticsearch et Grafana fonctionnent aussi.",
  ),
  heading("program", "Heures et spectateurs par jour"),
  example("search.mjs"),
  heading("know", "À savoir"),
  list(
    "Un résultat est une minute d’une session. Additionnez `nbVues` pour les vues, et comptez les valeurs distinctes de `new_client_uuid` pour les spectateurs.",
    "`getMapping` liste tous les champs et leurs types.",
    "`searchKey` porte sur une vidéo\u00a0: sa clé de mesure est le champ `authorizationKey` de la vidéo.",
    "Les lecteurs envoient leurs mesures toutes les dix secondes\u00a0; les données sont disponibles environ une minute plus tard.",
    "Une requête dont une partie n’est pas prise en charge est refusée, et l’erreur indique la partie en cause. Rien n’est ignoré sans avertissement.",
  ),
  heading("elasticsearch", "Avec un client Elasticsearch"),
  text(
    "Indiquez l’URL de l’installation suivie de `/api/search`, l’identifiant de la clé comme nom d’utilisateur, et son secret comme mot de passe.",
  ),
];
