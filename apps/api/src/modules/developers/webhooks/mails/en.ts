import type { MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { WebhookMailShapes } from "./shapes.ts";

export const en: MailTexts<WebhookMailShapes> = {
  "webhook-off": ({ clientName, reason, address, url }) => ({
    subject: `A webhook of ${clientName} was turned off`,
    paragraphs: [
      reason === "gone"
        ? `${address} responded with 410 Gone, so no more events are sent to it.`
        : `${address} has not accepted an event for three days, so no more events are sent to it.`,
      "Once your server is ready, turn the webhook on again. You can then resend the events sent in the meantime.",
    ],
    action: { label: "View webhooks", url },
    notes: ["You received this email because you manage the account."],
  }),
};
