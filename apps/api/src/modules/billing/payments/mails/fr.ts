import { formatMailEuros, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { PaymentMailShapes } from "./shapes.ts";

export const fr: MailTexts<PaymentMailShapes> = {
  "payment-failed": ({ clientName, invoiceNumber, cents, reason, isLast, url }) => ({
    subject: `Le paiement de la facture ${invoiceNumber} a échoué`,
    paragraphs: [
      `La facture ${invoiceNumber} de ${clientName}, d’un montant de ${formatMailEuros("fr-FR", cents)}, n’a pas pu être prélevée\u00a0: ${reason}.`,
      isLast
        ? "Il n’y aura pas d’autre tentative. Réglez la facture par virement\u00a0: elle indique nos coordonnées bancaires."
        : "Une nouvelle tentative aura lieu dans trois jours, ou dans les dix minutes qui suivent l’ajout d’une autre carte ou d’un autre compte bancaire. Vous pouvez aussi régler la facture par virement.",
    ],
    action: { label: "Changer de moyen de paiement", url },
  }),
};
