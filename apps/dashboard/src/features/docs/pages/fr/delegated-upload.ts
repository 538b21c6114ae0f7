import { example, heading, list, type Page, steps, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Les visiteurs de votre site envoient leurs vidéos directement à l’installation. Votre serveur donne à chacun un jeton d’envoi, pour une vidéo, et garde la clé d’API secrète.",
  ),
  heading("prepare", "Préparer"),
  steps(
    "Dans [Configs](/config), créez une clé d’API de type «\u00a0Envoie des vidéos\u00a0» sans paramètres fixes.",
    "Servez le fichier `index.js` du paquet `@shoal/upload` depuis votre site, ici sous `/scripts/shoal-upload.js`. Cette installation propose le paquet à l’adresse `/packages/shoal-upload.tgz`.",
    "Lancez le serveur ci-dessous, et ouvrez sa page.",
  ),
  heading("program", "Le serveur"),
  example("delegated-upload.mjs"),
  heading("rules", "Ce que permet un jeton"),
  list(
    "Une vidéo, avec le titre, les mots-clés et les autres champs que fixe votre serveur. La page ne peut pas les changer.",
    "Des fichiers jusqu’à `maxBytes`, depuis les seules pages de `origins`.",
    "Une heure pour commencer l’envoi (ou `lifetimeSec`), puis 24 heures pour le finir. La page reprend un envoi interrompu quand le visiteur choisit le même fichier.",
    "Le jeton prend fin quand vous le révoquez, ou avec la clé d’API qui l’a créé\u00a0: le fragment suivant est refusé avec `upload_token_key_ended`.",
  ),
  text(
    "Pour savoir quand une vidéo est arrivée et peut être lue, utilisez les [webhooks](/doc/api/webhooks)\u00a0: événements `video.uploaded` et `video.playable`.",
  ),
];
