import { example, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Un webhook envoie à votre serveur les événements de vos vidéos, directs et projets. Créez-le dans [Configs](/config), où se trouve aussi son journal.",
  ),
  heading("rules", "Ce que doit faire votre serveur"),
  list(
    "Vérifiez la signature sur le corps brut, avant de l’analyser.",
    "Répondez par un statut de 200 à 299 en moins de 10 secondes, puis traitez le message.",
    "Conservez chaque `webhook-id` reçu\u00a0: un message peut arriver deux fois.",
    "Répondez `410` pour mettre fin au webhook.",
  ),
  heading("check", "Vérifier la signature"),
  text("Avec Node.js\u00a0:"),
  example("verify-webhook.mjs"),
  text("En Python\u00a0:"),
  example("verify_webhook.py"),
  text("En PHP\u00a0:"),
  example("verify-webhook.php"),
  text("Dans un shell\u00a0:"),
  example("verify-webhook.sh"),
];
