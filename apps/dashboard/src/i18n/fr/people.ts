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
      "À utiliser pour un collègue qui a perdu l’application et les codes de secours. {{name}} se connectera ensuite avec son seul mot de passe, et sera informé que vous l’avez désactivée. Assurez-vous que la demande vient bien de votre collègue.",
    cleared: "Double authentification de {{name}} désactivée",
  },
} satisfies TextsOf<"people">;
