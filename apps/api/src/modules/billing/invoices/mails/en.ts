import type { MailTexts } from "../../../../platform/mail/define-mails.ts";
import { formatDay, formatIban, formatMoney, formatMonth } from "../invoice-words.ts";
import type { InvoiceMailShapes } from "./shapes.ts";

const describeTransfer = (iban: string, bic: string, number: string) =>
  `Pay by bank transfer to ${formatIban(iban)}${bic ? ` (BIC ${bic})` : ""} with the reference ${number}.`;

const REMINDER_TEXTS = {
  reminder: { subject: "Reminder", text: "is still unpaid. If you have already paid it, ignore this email." },
  second: { subject: "Second reminder", text: "is still unpaid. Please pay it now." },
  final: { subject: "Final notice", text: "is still unpaid after two reminders. Please pay it now." },
  suspended: { subject: "CDN entries suspended", text: "is still unpaid after the final notice." },
};

export const en: MailTexts<InvoiceMailShapes> = {
  "invoice-made": ({ clientName, kind, number, month, grossCents, dueOn, url, payment, lastFrom }) => ({
    subject: `${kind === "invoice" ? "Invoice" : "Credit note"} ${number} – ${clientName}`,
    paragraphs: [
      kind === "invoice"
        ? `The invoice of ${clientName} for ${formatMonth("EN", month)} is ready: ${formatMoney("EN", grossCents)} including VAT, due on ${formatDay("EN", dueOn)}.`
        : `The credit note of ${clientName} for ${formatMonth("EN", month)} is ready: ${formatMoney("EN", -grossCents)} including VAT in your favour.`,
      ...(kind === "invoice" && payment ? [paymentText(payment, number)] : []),
      lastFrom === undefined
        ? "You can download it as a PDF from the billing page."
        : `The account of ${clientName} has been deleted. ${lastFrom ? `Write to ${lastFrom} to receive the PDF.` : "The invoices are kept for ten years."}`,
    ],
    ...(lastFrom === undefined ? { action: { label: "View your invoices", url } } : {}),
    notes: [
      lastFrom === undefined
        ? "You received this email because you manage the account."
        : "You received this email because you managed the account.",
    ],
  }),
  "invoice-reminder": ({ clientName, number, stage, openCents, dueOn, iban, bic, suspendsOn, url }) => ({
    subject: `${REMINDER_TEXTS[stage].subject}: invoice ${number} – ${clientName}`,
    paragraphs: [
      `Invoice ${number} of ${clientName}, due on ${formatDay("EN", dueOn)}, ${REMINDER_TEXTS[stage].text} Amount due: ${formatMoney("EN", openCents)}.`,
      ...(stage === "suspended"
        ? [
            "The CDN entries of this account are no longer served. Serving resumes as soon as the invoice is paid.",
          ]
        : []),
      ...(stage === "final" && suspendsOn
        ? [
            `If it is not paid, the CDN entries of this account will no longer be served from ${formatDay("EN", suspendsOn)}.`,
          ]
        : []),
      describeTransfer(iban, bic, number),
    ],
    action: { label: "View your invoices", url },
    notes: ["You received this email because you manage the account."],
  }),
  "cdn-resumed": ({ clientName, url }) => ({
    subject: `The CDN entries of ${clientName} are served again`,
    paragraphs: ["Thank you for your payment. The CDN entries of this account are served again."],
    action: { label: "View your CDN entries", url },
    notes: ["You received this email because you manage the account."],
  }),
};

type InvoicePayment = NonNullable<Parameters<(typeof en)["invoice-made"]>[0]["payment"]>;

function paymentText(payment: InvoicePayment, number: string): string {
  if (payment.kind === "transfer") return describeTransfer(payment.iban, payment.bic, number);
  return payment.method === "card"
    ? `Your card (${payment.label}) will be charged within the next hour. You do not need to do anything.`
    : `Your bank account (${payment.label}) will be debited in the next few days. You do not need to do anything.`;
}
