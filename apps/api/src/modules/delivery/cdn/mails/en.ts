import { formatMailDay, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { CdnMailShapes } from "./shapes.ts";

export const en: MailTexts<CdnMailShapes> = {
  "cdn-name-failing": ({ clientName, host, stopsAt, url }) => ({
    subject: stopsAt === null ? `${host} is no longer served` : `The DNS records of ${host} are not valid`,
    paragraphs: [
      stopsAt === null
        ? `The DNS records of ${host}, a host name of a CDN entry of ${clientName}, have not been valid for three days. The CDN no longer serves this name.`
        : `The DNS records of ${host}, a host name of a CDN entry of ${clientName}, no longer point to the CDN or no longer match the entry. The name is served until ${formatMailDay("en-GB", stopsAt)}.`,
      "Correct the records, then check the name on the page of the CDN entry.",
    ],
    action: { label: "View your CDN entries", url },
    notes: ["You received this email because you manage the account."],
  }),
};
