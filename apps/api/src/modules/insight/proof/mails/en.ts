import { formatMailNumber, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { ProofMailShapes } from "./shapes.ts";

const LOCALE = "en-GB";

export const en: MailTexts<ProofMailShapes> = {
  "proof-stopped": ({ clientName, reason, value, url }) => ({
    subject: `Proof mode has stopped – ${clientName}`,
    paragraphs: [
      reason === "rebuffering"
        ? `Viewers without peers buffered longer than the others: at least ${formatMailNumber(LOCALE, value)} s more per hour watched (95% confidence).`
        : `Viewers without peers exceeded the limit you set: they received ${formatMailNumber(LOCALE, value)} GB from the servers this month.`,
      "All viewers use peers again. The measurements are kept, and a manager can start a new run.",
    ],
    action: { label: "View measurements", url },
  }),
};
