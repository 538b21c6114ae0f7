import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, ON_ERROR } from "../../../platform/needs.ts";
import { BUDGET_STOPS } from "../../accounts/clients/index.ts";
import { MAILS_SERVICE } from "../../accounts/mails/index.ts";
import { BILLS_SERVICE } from "../bills/index.ts";
import { registerBudgetRoutes } from "./budgets.routes.ts";
import { type BudgetsService, createBudgetsService } from "./budgets.service.ts";
import { budgetsThatStopCdn, budgetsThatStopPlayback } from "./budgets.table.ts";
import { BUDGET_MAILS } from "./mails/index.ts";

const BUDGETS_SERVICE = need<BudgetsService>("budgets");

/** The pause between checks. The figures for a month's cost are some minutes old anyway. */
const CHECKING_PAUSE_MS = 300_000;

export const budgetsModule = defineModule({
  name: "budgets",
  migrations: {
    "125-budgets-stop-cdn": budgetsThatStopCdn,
    "132-budgets-stop-playback": budgetsThatStopPlayback,
  },
  mails: BUDGET_MAILS,
  services: [
    provide(
      BUDGETS_SERVICE,
      { db: DB, mails: MAILS_SERVICE, bills: BILLS_SERVICE, onError: ON_ERROR },
      createBudgetsService,
    ),
    provide(BUDGET_STOPS, { budgets: BUDGETS_SERVICE }, ({ budgets }) => budgets),
  ],
  routes: using({ budgets: BUDGETS_SERVICE }, ({ budgets }, app, guardFor) =>
    registerBudgetRoutes(app, guardFor, budgets),
  ),
  schedules: using({ budgets: BUDGETS_SERVICE }, ({ budgets }) => [
    { run: budgets.checkAll, pauseMs: CHECKING_PAUSE_MS, needsAnalytics: true },
  ]),
});
