export const texts = {
  errors: {
    upload_token_not_allowed: "Les jetons d’envoi ne permettent pas cette requête.",
    upload_token_origin_refused: "Cette page ne peut pas utiliser ce jeton d’envoi.",
    upload_token_ended: "Ce jeton d’envoi n’est plus valide.",
    upload_token_key_ended: "La clé d’API qui a créé ce jeton d’envoi n’est plus valide.",
    upload_token_used: "Ce jeton d’envoi a déjà servi pour une vidéo.",
    upload_token_not_found: "Ce jeton d’envoi n’existe plus.",
    upload_tokens_too_many: "Trop de jetons d’envoi inutilisés. Commencez par en révoquer.",
    idempotency_key_reused:
      "Cette clé a été utilisée pour une autre requête au cours des dernières 24\u00a0heures. Utilisez une nouvelle clé.",
    idempotency_in_progress:
      "La première requête avec cette clé est encore en cours. Réessayez dans un instant.",
    idempotency_answer_lost:
      "Cette requête a été exécutée, mais sa réponse a été perdue. Vérifiez ce qu’elle a créé avant de réessayer.",
  },
};
