import type { MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { WebhookMailShapes } from "./shapes.ts";

export const fr: MailTexts<WebhookMailShapes> = {
  "webhook-off": ({ clientName, reason, address, url }) => ({
    subject: `Un webhook de ${clientName} a été désactivé`,
    paragraphs: [
      reason === "gone"
        ? `${address} a répondu 410 Gone\u00a0: aucun événement ne lui est plus envoyé.`
        : `${address} n’a accepté aucun événement depuis trois jours\u00a0: aucun événement ne lui est plus envoyé.`,
      "Dès que votre serveur est prêt, réactivez le webhook. Vous pourrez alors renvoyer les événements survenus entre-temps.",
    ],
    action: { label: "Voir les webhooks", url },
    notes: ["Vous recevez cet e-mail parce que vous gérez le compte."],
  }),
};
