import { bankDetailsFixtures } from "../modules/billing/bank-details/testing/fixtures.ts";
import { budgetFixtures } from "../modules/billing/budgets/testing/fixtures.ts";
import { contractFixtures } from "../modules/billing/contracts/testing/fixtures.ts";
import { invoiceFixtures } from "../modules/billing/invoices/testing/fixtures.ts";
import { paymentFixtures } from "../modules/billing/payments/testing/fixtures.ts";
import { pricePlanFixtures } from "../modules/billing/price-plans/testing/fixtures.ts";
import { cdnFixtures } from "../modules/delivery/cdn/testing/fixtures.ts";
import { arrivalFixtures } from "../modules/developers/arrivals/testing/fixtures.ts";
import { exitFixtures } from "../modules/developers/exits/testing/fixtures.ts";
import { importFixtures } from "../modules/developers/imports/testing/fixtures.ts";
import { uploadTokenFixtures } from "../modules/developers/upload-tokens/testing/fixtures.ts";
import { webhookFixtures } from "../modules/developers/webhooks/testing/fixtures.ts";
import { liveChatFixtures } from "../modules/lives/live-chats/testing/fixtures.ts";
import { alignmentFixtures } from "../modules/projects/alignments/testing/fixtures.ts";
import { commentFixtures } from "../modules/projects/annotations/testing/fixtures.ts";
import { approvalFixtures } from "../modules/projects/approvals/testing/fixtures.ts";
import { chatFixtures } from "../modules/projects/chat/testing/fixtures.ts";
import { newsFixtures } from "../modules/projects/news/testing/fixtures.ts";
import { projectFixtures } from "../modules/projects/projects/testing/fixtures.ts";
import { reviewLinkFixtures } from "../modules/projects/review-links/testing/fixtures.ts";
import { teamFixtures } from "../modules/projects/teams/testing/fixtures.ts";
import type { ModuleFixtures } from "./fixtures.ts";

/** The test data that modules declare themselves; `npm run new:module` adds to it. */
export const MODULE_FIXTURES: readonly ModuleFixtures[] = [
  teamFixtures,
  projectFixtures,
  commentFixtures,
  reviewLinkFixtures,
  alignmentFixtures,
  approvalFixtures,
  newsFixtures,
  chatFixtures,
  liveChatFixtures,
  cdnFixtures,
  webhookFixtures,
  importFixtures,
  uploadTokenFixtures,
  exitFixtures,
  arrivalFixtures,
  pricePlanFixtures,
  budgetFixtures,
  contractFixtures,
  bankDetailsFixtures,
  invoiceFixtures,
  paymentFixtures,
];
