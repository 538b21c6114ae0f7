import type { MailTexts } from "../../../../platform/mail/define-mails.ts";
import { formatDay, formatIban, formatMoney, formatMonth } from "../invoice-words.ts";
import type { InvoiceMailShapes } from "./shapes.ts";

const describeTransfer = (iban: string, bic: string, number: string) =>
  `Réglez-la par virement sur le compte ${formatIban(iban)}${bic ? ` (BIC ${bic})` : ""} avec la référence ${number}.`;

const REMINDER_TEXTS = {
  reminder: {
    subject: "Rappel",
    text: "n’est pas encore réglée. Si vous l’avez réglée entre-temps, ne tenez pas compte de cet e-mail.",
  },
  second: {
    subject: "Deuxième rappel",
    text: "n’est toujours pas réglée. Merci de la régler sans attendre.",
  },
  final: {
    subject: "Dernier avis",
    text: "n’est toujours pas réglée après deux rappels. Merci de la régler sans attendre.",
  },
  suspended: {
    subject: "Entrées CDN suspendues",
    text: "n’est toujours pas réglée après le dernier avis.",
  },
};

export const fr: MailTexts<InvoiceMailShapes> = {
  "invoice-made": ({ clientName, kind, number, month, grossCents, dueOn, url, payment, lastFrom }) => ({
    subject: `${kind === "invoice" ? "Facture" : "Avoir"} ${number} – ${clientName}`,
    paragraphs: [
      kind === "invoice"
        ? `La facture de ${clientName} pour ${formatMonth("FR", month)} est disponible\u00a0: ${formatMoney("FR", grossCents)} TTC, à régler au plus tard le ${formatDay("FR", dueOn)}.`
        : `L’avoir de ${clientName} pour ${formatMonth("FR", month)} est disponible\u00a0: ${formatMoney("FR", -grossCents)} TTC en votre faveur.`,
      ...(kind === "invoice" && payment ? [paymentText(payment, number)] : []),
      lastFrom === undefined
        ? `Vous pouvez ${kind === "invoice" ? "la" : "le"} télécharger en PDF depuis la page Facturation.`
        : `Le compte de ${clientName} a été supprimé. ${lastFrom ? `Écrivez à ${lastFrom} pour recevoir le PDF.` : "Ses factures sont conservées dix ans."}`,
    ],
    ...(lastFrom === undefined ? { action: { label: "Voir vos factures", url } } : {}),
    notes: [
      lastFrom === undefined
        ? "Vous recevez cet e-mail parce que vous gérez le compte."
        : "Vous recevez cet e-mail parce que vous gériez le compte.",
    ],
  }),
  "invoice-reminder": ({ clientName, number, stage, openCents, dueOn, iban, bic, suspendsOn, url }) => ({
    subject: `${REMINDER_TEXTS[stage].subject}\u00a0: facture ${number} – ${clientName}`,
    paragraphs: [
      `La facture ${number} de ${clientName}, à régler au plus tard le ${formatDay("FR", dueOn)}, ${REMINDER_TEXTS[stage].text} Net à payer\u00a0: ${formatMoney("FR", openCents)}.`,
      ...(stage === "suspended"
        ? [
            "Les entrées CDN de ce compte ne sont plus diffusées. La diffusion reprendra dès que la facture sera réglée.",
          ]
        : []),
      ...(stage === "final" && suspendsOn
        ? [
            `Sans règlement, les entrées CDN de ce compte ne seront plus diffusées à partir du ${formatDay("FR", suspendsOn)}.`,
          ]
        : []),
      describeTransfer(iban, bic, number),
    ],
    action: { label: "Voir vos factures", url },
    notes: ["Vous recevez cet e-mail parce que vous gérez le compte."],
  }),
  "cdn-resumed": ({ clientName, url }) => ({
    subject: `La diffusion des entrées CDN de ${clientName} a repris`,
    paragraphs: ["Merci pour votre règlement. La diffusion des entrées CDN de ce compte a repris."],
    action: { label: "Voir vos entrées CDN", url },
    notes: ["Vous recevez cet e-mail parce que vous gérez le compte."],
  }),
};

type InvoicePayment = NonNullable<Parameters<(typeof fr)["invoice-made"]>[0]["payment"]>;

function paymentText(payment: InvoicePayment, number: string): string {
  if (payment.kind === "transfer") return describeTransfer(payment.iban, payment.bic, number);
  return payment.method === "card"
    ? `Votre carte (${payment.label}) sera débitée dans l’heure. Vous n’avez rien à faire.`
    : `Votre compte bancaire (${payment.label}) sera prélevé dans les prochains jours. Vous n’avez rien à faire.`;
}
