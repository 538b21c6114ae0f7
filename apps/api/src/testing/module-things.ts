import { bankDetailsThings } from "../modules/billing/bank-details/testing/things.ts";
import { budgetThings } from "../modules/billing/budgets/testing/things.ts";
import { contractThings } from "../modules/billing/contracts/testing/things.ts";
import { invoiceThings } from "../modules/billing/invoices/testing/things.ts";
import { paymentThings } from "../modules/billing/payments/testing/things.ts";
import { pricePlanThings } from "../modules/billing/price-plans/testing/things.ts";
import { cdnThings } from "../modules/delivery/cdn/testing/things.ts";
import { arrivalThings } from "../modules/developers/arrivals/testing/things.ts";
import { exitThings } from "../modules/developers/exits/testing/things.ts";
import { importThings } from "../modules/developers/imports/testing/things.ts";
import { uploadTokenThings } from "../modules/developers/upload-tokens/testing/things.ts";
import { webhookThings } from "../modules/developers/webhooks/testing/things.ts";
import { liveChatThings } from "../modules/lives/live-chats/testing/things.ts";
import { alignmentThings } from "../modules/projects/alignments/testing/things.ts";
import { commentThings } from "../modules/projects/annotations/testing/things.ts";
import { approvalThings } from "../modules/projects/approvals/testing/things.ts";
import { chatThings } from "../modules/projects/chat/testing/things.ts";
import { newsThings } from "../modules/projects/news/testing/things.ts";
import { projectThings } from "../modules/projects/projects/testing/things.ts";
import { reviewLinkThings } from "../modules/projects/review-links/testing/things.ts";
import { teamThings } from "../modules/projects/teams/testing/things.ts";
import type { ModuleThings } from "./things.ts";

/** The test data that modules declare themselves; `npm run new:module` adds to it. */
export const MODULE_THINGS: readonly ModuleThings[] = [
  teamThings,
  projectThings,
  commentThings,
  reviewLinkThings,
  alignmentThings,
  approvalThings,
  newsThings,
  chatThings,
  liveChatThings,
  cdnThings,
  webhookThings,
  importThings,
  uploadTokenThings,
  exitThings,
  arrivalThings,
  pricePlanThings,
  budgetThings,
  contractThings,
  bankDetailsThings,
  invoiceThings,
  paymentThings,
];
