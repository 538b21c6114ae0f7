import type { TextsOf } from "../texts.ts";

export const texts = {
  rescue: {
    sendLink: "Envoyer un lien vers un nouveau mot de passe",
    linkSent: "Le lien a été envoyé à {{email}}",
    noAddress: "Aucune adresse confirmée à laquelle l'envoyer.",
    clear: "Désactiver la double authentification…",
    confirmClear: "Désactiver",
    clearQuestion: "Désactiver la double authentification de {{name}}\u00a0?",
    clearText:
      "Pour un collègue qui a perdu l'application et les codes de secours\u00a0: {{name}} se connectera avec le mot de passe seul et saura que c'est vous. Assurez-vous que c'est bien votre collègue qui le demande.",
    cleared: "{{name}} se connecte désormais avec le mot de passe seul",
  },
} satisfies TextsOf<"people">;
