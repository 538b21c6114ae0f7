import { formatMailEuros, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { BudgetMailShapes } from "./shapes.ts";

const formatEuros = (cents: number) => formatMailEuros("en-GB", cents);

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
      `The delivery of ${clientName} has cost ${formatEuros(spentCents)} before tax this month. The budget is ${formatEuros(limitCents)}.`,
      ...(isStopped
        ? ["As you chose, no videos, lives or CDN entries can be created until next month."]
        : []),
      ...(isCdnStopped ? ["As you chose, CDN entries are not served until next month."] : []),
      isPlaybackStopped
        ? "As you chose, viewers cannot start your videos and lives until next month. Current viewers are not interrupted. A manager can raise the budget under Billing."
        : isStopped || isCdnStopped
          ? "Published videos and lives keep playing. A manager can raise the budget under Billing."
          : "Delivery continues. A manager can change the budget under Billing.",
    ],
  }),
};
