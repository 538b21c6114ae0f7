export const texts = {
  errors: {
    upload_token_not_allowed: "Un jeton d’envoi ne permet pas cette requête.",
    upload_token_origin_refused: "Cette page ne peut pas utiliser ce jeton d’envoi.",
    upload_token_ended: "Ce jeton d’envoi a expiré ou a été révoqué.",
    upload_token_key_ended: "La clé d’API qui a créé ce jeton d’envoi n’est plus valable.",
    upload_token_used: "Ce jeton d’envoi a déjà servi pour une vidéo.",
    upload_token_not_found: "Ce jeton d’envoi n’existe plus.",
    upload_tokens_too_many: "Trop de jetons d’envoi attendent d’être utilisés\u00a0: révoquez-en d’abord.",
    idempotency_key_reused:
      "Cette clé a désigné une autre requête dans les dernières 24\u00a0heures\u00a0: utilisez-en une nouvelle.",
    idempotency_in_progress:
      "La première requête avec cette clé est encore en cours\u00a0: réessayez dans un instant.",
    idempotency_answer_lost:
      "Cette requête a été exécutée, mais sa réponse a été perdue\u00a0: cherchez ce qu’elle a créé avant de réessayer.",
  },
};
