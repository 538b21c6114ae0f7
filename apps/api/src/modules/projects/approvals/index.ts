import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, ON_ERROR, REALTIME } from "../../../platform/needs.ts";
import { MAILS_SERVICE } from "../../accounts/mails/index.ts";
import { APPROVALS_OF_VERSIONS } from "../projects/index.ts";
import { registerApprovalRoutes } from "./approvals.routes.ts";
import {
  type ApprovalsService,
  createApprovalsOfVersions,
  createApprovalsService,
} from "./approvals.service.ts";
import { approvalTables, filesOfDecisions } from "./approvals.table.ts";
import { createReminders, type Reminders } from "./reminders.ts";

export { createReminders } from "./reminders.ts";

const APPROVALS_SERVICE = need<ApprovalsService>("approvals");
const REVIEWER_REMINDERS = need<Reminders>("reminders of reviewers");

const REMINDING_PAUSE_MS = 60_000;
/**
 * Milliseconds until people who have left a project no longer count as reviewers, and until reviewers are requested again after
 * their file was replaced.
 */
const SETTLING_PAUSE_MS = 15_000;

export const approvalsModule = defineModule({
  name: "approvals",
  migrations: { "075-approvals": approvalTables, "090-files-of-decisions": filesOfDecisions },
  services: [
    provide(APPROVALS_SERVICE, { db: DB, realtime: REALTIME }, createApprovalsService),
    provide(APPROVALS_OF_VERSIONS, {}, createApprovalsOfVersions),
    provide(
      REVIEWER_REMINDERS,
      { config: CONFIG, db: DB, mails: MAILS_SERVICE, realtime: REALTIME, onError: ON_ERROR },
      ({ config, ...deps }) => createReminders({ ...deps, publicUrl: config.API_PUBLIC_URL }),
    ),
  ],
  routes: using({ approvals: APPROVALS_SERVICE }, ({ approvals }, app, guardFor) =>
    registerApprovalRoutes(app, guardFor, approvals),
  ),
  schedules: using({ reminders: REVIEWER_REMINDERS }, ({ reminders }) => [
    { run: () => reminders.remindOnce(), pauseMs: REMINDING_PAUSE_MS },
    { run: () => reminders.settleLeavers(), pauseMs: SETTLING_PAUSE_MS },
    { run: () => reminders.settleReplacedFiles(), pauseMs: SETTLING_PAUSE_MS },
  ]),
});
