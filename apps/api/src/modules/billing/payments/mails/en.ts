import { formatMailEuros, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { PaymentMailShapes } from "./shapes.ts";

export const en: MailTexts<PaymentMailShapes> = {
  "payment-failed": ({ clientName, invoiceNumber, cents, reason, isLast, url }) => ({
    subject: `The payment of invoice ${invoiceNumber} failed`,
    paragraphs: [
      `Invoice ${invoiceNumber} of ${clientName}, ${formatMailEuros("en-GB", cents)}, could not be charged: ${reason}.`,
      isLast
        ? "We will not try again. Pay the invoice by bank transfer: it contains our account details."
        : "We will try again in three days, or within ten minutes after you add another card or bank account. You can also pay the invoice by bank transfer.",
    ],
    action: { label: "Change payment method", url },
  }),
};
