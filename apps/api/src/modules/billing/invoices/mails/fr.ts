import type { MailTexts } from "../../../../platform/mail/define-mails.ts";
import { writeDay, writeMoney, writeMonth } from "../invoice-words.ts";
import type { InvoiceMailShapes } from "./shapes.ts";

export const fr: MailTexts<InvoiceMailShapes> = {
  "invoice-made": ({ clientName, kind, number, month, grossCents, dueOn, url }) => ({
    subject: `${kind === "invoice" ? "Facture" : "Avoir"} ${number} – ${clientName}`,
    paragraphs: [
      kind === "invoice"
        ? `La facture de ${clientName} pour ${writeMonth("FR", month)} est disponible\u00a0: ${writeMoney("FR", grossCents)} TTC, à régler au plus tard le ${writeDay("FR", dueOn)}.`
        : `L’avoir de ${clientName} pour ${writeMonth("FR", month)} est disponible\u00a0: ${writeMoney("FR", -grossCents)} TTC en votre faveur.`,
      `Vous pouvez ${kind === "invoice" ? "la" : "le"} télécharger en PDF depuis la page Facturation.`,
    ],
    action: { label: "Voir vos factures", url },
    notes: ["Vous recevez cet e-mail parce que vous gérez le compte."],
  }),
};
