import type { TextsOf } from "../texts.ts";

export const texts = {
  errors: {
    upload_not_open: "Cet envoi est terminé.",
    chunk_checksum_mismatch: "Une partie du fichier a été endommagée pendant l’envoi.",
    chunk_size_wrong: "Une partie du fichier n’a pas la taille attendue.",
    chunk_too_slow: "La connexion est trop lente pour envoyer une partie du fichier.",
  },
  uploads: {
    title: "Nouvelle(s) vidéo(s)",
    files: "Fichiers",
    choose: "Choisir des fichiers vidéo",
    drop: "Déposez vos fichiers vidéo ici",
    orBrowse: "ou cliquez pour les choisir",
    start: "Démarrer",
    startCount: "Envoyer {{count}} fichiers",
    stay: "Vous pouvez continuer à travailler. Gardez cette page ouverte\u00a0: si vous la quittez, il faudra choisir les mêmes fichiers pour que ces vidéos soient enregistrées.",
    locked: "Des fichiers sont en cours d’envoi. Réduisez cette fenêtre ou arrêtez d’abord les envois.",
    stopAll: "Arrêter les envois",
    leaving:
      "Des envois sont en cours. Si vous quittez cette page, il faudra choisir les mêmes fichiers pour que ces vidéos soient enregistrées.",
    summary: "{{done}} sur {{total}} · {{percent}}\u00a0%",
    titleOf: "Titre de {{name}}",
    progressOf: "Progression de {{name}}",
    remove: "Retirer {{name}}",
    cancel: "Annuler {{name}}",
    retry: "Réessayer\u00a0: {{name}}",
    reconnecting: "Connexion perdue. Nouvel essai en cours…",
    unreadable: "Le fichier ne peut plus être lu. Choisissez-le une nouvelle fois.",
    allDone: "Tous les fichiers ont été envoyés",
    closeQuestion: "Arrêter les envois\u00a0?",
    closeConsequence:
      "Les envois en cours vont s’arrêter. Pour les reprendre plus tard, choisissez les mêmes fichiers.",
    states: {
      chosen: "Prêt à démarrer",
      queued: "En file d’attente",
      paused: "En pause",
      uploaded: "Envoyé",
      cancelling: "Annulation…",
    },
    refused: {
      not_a_video: "Ce fichier n’est pas une vidéo.",
      duplicate_name: "Un fichier de ce nom est déjà dans la liste.",
    },
  },
} satisfies TextsOf<"uploads">;
