export const texts = {
  errors: {
    idempotency_key_reused:
      "Cette clé a désigné une autre requête dans les dernières 24\u00a0heures\u00a0: utilisez-en une nouvelle.",
    idempotency_in_progress:
      "La première requête avec cette clé est encore en cours\u00a0: réessayez dans un instant.",
    idempotency_answer_lost:
      "Cette requête a été exécutée, mais sa réponse a été perdue\u00a0: cherchez ce qu’elle a créé avant de réessayer.",
  },
};
