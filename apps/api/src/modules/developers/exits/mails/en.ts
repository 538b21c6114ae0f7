import type { MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { ExitMailShapes } from "./shapes.ts";

const FAULT_REASONS = {
  disk_full: "There is no disk space left on the server.",
  media_unreadable: "Some media files could not be read.",
  figures_unavailable: "The viewing statistics could not be read.",
  unexpected: "An unexpected error occurred.",
};

export const en: MailTexts<ExitMailShapes> = {
  "exit-ready": ({ clientName, url }) => ({
    subject: `The archive of ${clientName} is ready`,
    paragraphs: [
      "You can now download the archive with your media, metadata, statistics, projects and chat.",
      "The archive is deleted after 7 days.",
    ],
    action: { label: "Download archive", url },
    notes: ["You received this email because you manage the account."],
  }),
  "exit-failed": ({ clientName, fault, url }) => ({
    subject: `The archive of ${clientName} could not be created`,
    paragraphs: [
      `${FAULT_REASONS[fault]} We tried for about an hour.`,
      "Your data is unchanged. Request a new archive, or contact support if this happens again.",
    ],
    action: { label: "View archives", url },
    notes: ["You received this email because you manage the account."],
  }),
};
