import type { TextsOf } from "../texts.ts";

export const texts = {
  rescue: {
    sendLink: "Envoyer un lien pour un nouveau mot de passe",
    linkSent: "Le lien a été envoyé à {{email}}",
    noAddress: "Cet utilisateur n’a pas d’adresse e-mail confirmée.",
    clear: "Désactiver la double authentification…",
    confirmClear: "Désactiver",
    clearQuestion: "Désactiver la double authentification de {{name}}\u00a0?",
    clearText:
      "Pour un collègue qui a perdu l’application et les codes de secours\u00a0: {{name}} se connectera avec le mot de passe seul et saura que cela vient de vous. Assurez-vous que la demande vient bien de votre collègue.",
    cleared: "{{name}} se connecte désormais avec le mot de passe seul",
  },
} satisfies TextsOf<"people">;
