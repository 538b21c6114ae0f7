import { formatMailDate, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { AuthMailShapes } from "./shapes.ts";

const LOCALE = "fr-FR";
const formatLinkExpiry = (iso: string) =>
  `Ce lien fonctionne une seule fois, jusqu’au ${formatMailDate(LOCALE, iso)}.`;
const UNEXPECTED_CHANGE_ADVICE =
  "Si vous n’en êtes pas à l’origine, choisissez immédiatement un nouveau mot de passe et contactez l’assistance.";

export const fr: MailTexts<AuthMailShapes> = {
  activation: ({ username, clientName, url, expiresAt }) => ({
    subject: `Activez votre compte Shoal pour ${clientName}`,
    paragraphs: [
      `Vous êtes invité à rejoindre ${clientName} sur Shoal. Votre nom d’utilisateur est ${username}.`,
      "Activez votre compte pour choisir votre mode de connexion.",
    ],
    action: { label: "Activer mon compte", url },
    notes: [formatLinkExpiry(expiresAt), "Si vous n’attendiez pas cette invitation, ignorez cet e-mail."],
  }),
  "password-link": ({ url, expiresAt }) => ({
    subject: "Choisissez un nouveau mot de passe Shoal",
    paragraphs: ["Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte."],
    action: { label: "Choisir un nouveau mot de passe", url },
    notes: [
      formatLinkExpiry(expiresAt),
      "Si ce n’est pas vous, ignorez cet e-mail : votre mot de passe reste inchangé.",
    ],
  }),
  "password-changed": () => ({
    subject: "Votre mot de passe Shoal a été modifié",
    paragraphs: [
      "Le mot de passe de votre compte a été modifié. Vos autres sessions ont été fermées et votre compte GitHub n’y est plus associé.",
      UNEXPECTED_CHANGE_ADVICE,
    ],
  }),
  "email-verification": ({ url, expiresAt }) => ({
    subject: "Confirmez votre adresse e-mail pour Shoal",
    paragraphs: ["Merci de confirmer que cette adresse e-mail est bien la vôtre."],
    action: { label: "Confirmer mon adresse", url },
    notes: [formatLinkExpiry(expiresAt), "Si vous n’avez pas de compte Shoal, ignorez cet e-mail."],
  }),
  "email-change": () => ({
    subject: "L’adresse e-mail de votre compte Shoal va changer",
    paragraphs: [
      "Une nouvelle adresse e-mail a été saisie pour votre compte. Elle remplacera l’adresse actuelle dès qu’elle sera confirmée.",
      UNEXPECTED_CHANGE_ADVICE,
    ],
  }),
  "two-factor-on": () => ({
    subject: "La double authentification a été activée",
    paragraphs: [
      "La connexion à votre compte exige maintenant aussi un code de votre application d’authentification.",
      UNEXPECTED_CHANGE_ADVICE,
    ],
  }),
  "two-factor-off": () => ({
    subject: "La double authentification a été désactivée",
    paragraphs: ["La connexion à votre compte n’exige plus de code.", UNEXPECTED_CHANGE_ADVICE],
  }),
  "two-factor-cleared": ({ by }) => ({
    subject: "La double authentification a été désactivée par un autre utilisateur",
    paragraphs: [
      `${by} a désactivé la double authentification de votre compte, afin que vous puissiez vous connecter sans votre application. Réactivez-la dans votre profil.`,
      "Si vous n’avez rien demandé, choisissez immédiatement un nouveau mot de passe et contactez l’assistance.",
    ],
  }),
  "provider-linked": ({ providerLogin }) => ({
    subject: "Un compte GitHub a été associé à votre compte Shoal",
    paragraphs: [
      `Le compte GitHub ${providerLogin} permet maintenant de se connecter à votre compte.`,
      UNEXPECTED_CHANGE_ADVICE,
    ],
  }),
};
