import type { MailTexts } from "../../../../platform/mail/define-mails.ts";
import { writeDay, writeMoney, writeMonth } from "../invoice-words.ts";
import type { InvoiceMailShapes } from "./shapes.ts";

export const en: MailTexts<InvoiceMailShapes> = {
  "invoice-made": ({ clientName, kind, number, month, grossCents, dueOn, url }) => ({
    subject: `${kind === "invoice" ? "Invoice" : "Credit note"} ${number} – ${clientName}`,
    paragraphs: [
      kind === "invoice"
        ? `The invoice of ${clientName} for ${writeMonth("EN", month)} is ready: ${writeMoney("EN", grossCents)} including VAT, due on ${writeDay("EN", dueOn)}.`
        : `The credit note of ${clientName} for ${writeMonth("EN", month)} is ready: ${writeMoney("EN", -grossCents)} including VAT in your favour.`,
      "You can download it as PDF from the billing page.",
    ],
    action: { label: "View your invoices", url },
    notes: ["You receive this email because you manage the account."],
  }),
};
