import type { MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { ExitMailShapes } from "./shapes.ts";

export const en: MailTexts<ExitMailShapes> = {
  "exit-ready": ({ clientName, call }) => ({
    subject: `The archive of ${clientName} is ready`,
    paragraphs: [
      "You can now download the archive with your media, metadata, figures, projects and chat.",
      `Get a download link with POST ${call}. The archive is deleted after 7 days.`,
    ],
    notes: ["You receive this email because you manage the account."],
  }),
};
