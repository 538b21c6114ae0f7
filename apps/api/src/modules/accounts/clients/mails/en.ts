import { formatMailDate, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { ClientMailShapes } from "./shapes.ts";

const LOCALE = "en-GB";

export const en: MailTexts<ClientMailShapes> = {
  "client-deletion-planned": ({ clientName, deletionAt }) => ({
    subject: `The account ${clientName} will be deleted`,
    paragraphs: [
      `The deletion of the client account ${clientName} and all its data is scheduled for ${formatMailDate(LOCALE, deletionAt)}.`,
      "Until then, a manager can cancel the deletion on the profile page.",
    ],
  }),
  "client-kept": ({ clientName }) => ({
    subject: `The deletion of the account ${clientName} was cancelled`,
    paragraphs: [`The client account ${clientName} and all its data are kept.`],
  }),
};
