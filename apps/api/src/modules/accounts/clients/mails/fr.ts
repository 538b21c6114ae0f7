import { formatMailDate, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { ClientMailShapes } from "./shapes.ts";

const LOCALE = "fr-FR";

export const fr: MailTexts<ClientMailShapes> = {
  "client-deletion-planned": ({ clientName, deletionAt }) => ({
    subject: `Le compte ${clientName} sera supprimé`,
    paragraphs: [
      `La suppression du compte client ${clientName} et de toutes ses données est planifiée pour le ${formatMailDate(LOCALE, deletionAt)}.`,
      "D’ici là, un gestionnaire peut annuler la suppression sur la page de profil.",
    ],
  }),
  "client-kept": ({ clientName }) => ({
    subject: `La suppression du compte ${clientName} a été annulée`,
    paragraphs: [`Le compte client ${clientName} et toutes ses données sont conservés.`],
  }),
};
