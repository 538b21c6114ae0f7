import type { MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { ExitMailShapes } from "./shapes.ts";

export const fr: MailTexts<ExitMailShapes> = {
  "exit-ready": ({ clientName, call }) => ({
    subject: `L'archive de ${clientName} est prête`,
    paragraphs: [
      "Vous pouvez maintenant télécharger l'archive de vos médias, métadonnées, statistiques, projets et discussions.",
      `Obtenez un lien de téléchargement avec POST ${call}. L'archive sera supprimée au bout de 7 jours.`,
    ],
    notes: ["Vous recevez cet e-mail parce que vous gérez le compte."],
  }),
};
