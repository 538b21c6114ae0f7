import { type MailTexts, writeEuros } from "../../../../platform/mail/define-mails.ts";
import type { BudgetMailShapes } from "./shapes.ts";

const euros = (cents: number) => writeEuros("en-GB", cents);

export const en: MailTexts<BudgetMailShapes> = {
  "budget-warning": ({
    clientName,
    percent,
    spentCents,
    limitCents,
    isStopped,
    isCdnStopped,
    isPlaybackStopped,
  }) => ({
    subject: `${clientName} has used ${percent}% of this month’s budget`,
    paragraphs: [
      `The delivery of ${clientName} has cost ${euros(spentCents)} before tax this month. The budget is ${euros(limitCents)}.`,
      ...(isStopped
        ? ["No videos, lives or CDN entries can be created until the next month, as you have chosen."]
        : []),
      ...(isCdnStopped ? ["CDN entries are not served until the next month, as you have chosen."] : []),
      isPlaybackStopped
        ? "Viewers can no longer start your videos and lives until the next month, as you have chosen. Those who are watching are not interrupted. A manager can raise the budget under Billing."
        : isStopped || isCdnStopped
          ? "Published videos and lives keep playing. A manager can raise the budget under Billing."
          : "Nothing stops. A manager can change the budget under Billing.",
    ],
  }),
};
