import type { MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { ExitMailShapes } from "./shapes.ts";

const FAULT_REASONS = {
  disk_full: "Il n’y a plus d’espace disque sur le serveur.",
  media_unreadable: "Certains fichiers multimédias n’ont pas pu être lus.",
  figures_unavailable: "Les statistiques de visionnage n’ont pas pu être lues.",
  unexpected: "Une erreur inattendue s’est produite.",
};

export const fr: MailTexts<ExitMailShapes> = {
  "exit-ready": ({ clientName, url }) => ({
    subject: `L’archive de ${clientName} est prête`,
    paragraphs: [
      "Vous pouvez maintenant télécharger l’archive de vos médias, métadonnées, statistiques, projets et discussions.",
      "L’archive sera supprimée au bout de 7 jours.",
    ],
    action: { label: "Télécharger l’archive", url },
    notes: ["Vous recevez cet e-mail parce que vous gérez le compte."],
  }),
  "exit-failed": ({ clientName, fault, url }) => ({
    subject: `L’archive de ${clientName} n’a pas pu être créée`,
    paragraphs: [
      `${FAULT_REASONS[fault]} Nous avons essayé pendant environ une heure.`,
      "Vos données sont inchangées. Demandez une nouvelle archive, ou contactez l’assistance si cela se reproduit.",
    ],
    action: { label: "Voir les archives", url },
    notes: ["Vous recevez cet e-mail parce que vous gérez le compte."],
  }),
};
