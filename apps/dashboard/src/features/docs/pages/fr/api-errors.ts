import { errorCodes, heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Un appel qui échoue renvoie un statut d’au moins 400 et un corps JSON\u00a0: `code`, `message`, et `fields` avec le `path` et la `reason` de chaque champ erroné. Utilisez `code` dans vos programmes\u00a0; les messages peuvent changer.",
  ),
  heading("again", "Quand réessayer"),
  list(
    "Après `429`, ou `503` avec `Retry-After`\u00a0: attendez le nombre de secondes indiqué. Rien n’a été modifié.",
    "Après une réponse perdue\u00a0: immédiatement si l’appel ne fait que lire des données\u00a0; avec la même `Idempotency-Key` s’il crée quelque chose.",
    "Après toute autre erreur\u00a0: seulement après avoir corrigé la cause.",
  ),
  heading("limits", "Limites"),
  table(
    ["Limite", "Valeur"],
    [
      [
        "Appels d’une clé d’API",
        "6\u00a0000 par minute, ou la limite fixée par l’installation. `RateLimit` indique dans chaque réponse le nombre d’appels restants.",
      ],
      [
        "Appels d’un utilisateur, toutes sessions confondues",
        "30\u00a0000 par minute, ou la limite fixée par l’installation.",
      ],
      ["Clés d’API d’un client", "1\u00a0000"],
      ["Jetons d’envoi inutilisés", "10\u00a0000"],
      ["Taille d’un fragment d’envoi", "5\u00a0000\u00a0000 octets\u00a0; seul le dernier est plus court."],
      ["La réponse à un appel avec une `Idempotency-Key`", "Répétée pendant 24 heures."],
    ],
  ),
  heading("codes", "Tous les codes"),
  errorCodes(),
];
