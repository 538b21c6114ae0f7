import { example, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Un webhook envoie à l’une de vos adresses ce qui arrive à vos vidéos, vos directs et vos projets. Créez-le dans [Configs](/config), où se trouve aussi son journal.",
  ),
  heading("rules", "Ce que fait votre serveur"),
  list(
    "Il vérifie la signature avec le corps tel qu’il est arrivé, avant toute lecture.",
    "Il répond par un statut de 200 à 299 en moins de 10 secondes, et travaille ensuite.",
    "Il retient chaque `webhook-id` qu’il a vu\u00a0: un message peut arriver deux fois.",
    "Il répond `410` pour mettre fin au webhook.",
  ),
  heading("check", "Vérifier la signature"),
  text("Avec Node\u00a0:"),
  example("verify-webhook.mjs"),
  text("En Python\u00a0:"),
  example("verify_webhook.py"),
  text("En PHP\u00a0:"),
  example("verify-webhook.php"),
  text("Dans un shell\u00a0:"),
  example("verify-webhook.sh"),
];
