import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"guestReview"> = {
  errors: {
    review_link_ended: "Ce lien de relecture a expiré, a été révoqué ou est incomplet.",
    review_password_wrong: "Mot de passe incorrect.",
    guest_session_ended: "Votre accès à cette relecture a pris fin. Rouvrez le lien de relecture.",
  },
  guestReview: {
    title: "Relecture",
    subtitle: "Vous êtes invité à relire une vidéo.",
    name: "Votre nom",
    nameHint: "Affiché avec vos commentaires.",
    nameRequired: "Saisissez votre nom",
    email: "Adresse e-mail",
    emailFault: "Saisissez une adresse e-mail telle que nom@exemple.com",
    password: "Mot de passe",
    passwordRequired: "Saisissez le mot de passe reçu avec le lien",
    passwordWrong: "Mot de passe incorrect",
    enter: "Commencer la relecture",
    closed: "Ce lien de relecture ne fonctionne pas",
    closedHint:
      "Le lien a expiré, a été révoqué ou est incomplet. Demandez un nouveau lien à la personne qui vous l’a envoyé.",
    over: "Cette relecture est terminée",
    overHint:
      "Le lien a expiré, a été révoqué ou a changé. Rouvrez-le, ou adressez-vous à la personne qui vous l’a envoyé.",
    again: "Rouvrir le lien",
    asGuest: "Relecture en tant que {{name}}",
    version: "Version {{number}}",
    leave: "Quitter",
    download: "Télécharger",
    loading: "Chargement…",
    noDownloads: "Aucun téléchargement pour l’instant\u00a0: la vidéo est en préparation.",
    endsAt: "Ouvert jusqu’au {{date}}",
  },
};
