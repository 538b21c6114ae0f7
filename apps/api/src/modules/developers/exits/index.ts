import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, CONFIG, DB, ON_ERROR, STORE, WORK_NOTIFICATIONS } from "../../../platform/needs.ts";
import { MAILS_SERVICE } from "../../accounts/mails/index.ts";
import { createExitWorker, type ExitWorker } from "./exit-worker.ts";
import { registerExitRoutes } from "./exits.routes.ts";
import { createExitsService, type ExitsService } from "./exits.service.ts";
import { exitTables } from "./exits.table.ts";
import { EXIT_MAILS } from "./mails/index.ts";

export { TAR_BLOCK_BYTES, TAR_END_BYTES, tarEntryBytes, tarHeader } from "./tar.ts";

const EXITS_SERVICE = need<ExitsService>("exits");
const EXIT_WORKER = need<ExitWorker>("work on exits");

export const exitsModule = defineModule({
  name: "exits",
  mails: EXIT_MAILS,
  migrations: { "118-exits": exitTables },
  services: [
    provide(EXITS_SERVICE, { config: CONFIG, db: DB, store: STORE }, ({ config, ...deps }) =>
      createExitsService({ ...deps, publicUrl: config.API_PUBLIC_URL }),
    ),
    provide(
      EXIT_WORKER,
      {
        config: CONFIG,
        db: DB,
        notifications: WORK_NOTIFICATIONS,
        store: STORE,
        analytics: ANALYTICS,
        mails: MAILS_SERVICE,
        onError: ON_ERROR,
      },
      ({ config, ...deps }) => createExitWorker({ ...deps, publicUrl: config.API_PUBLIC_URL }),
    ),
  ],
  routes: using({ exits: EXITS_SERVICE }, ({ exits }, app, guardFor) =>
    registerExitRoutes(app, guardFor, exits),
  ),
  schedules: using({ worker: EXIT_WORKER }, ({ worker }) => [
    { run: () => worker.prune(), pauseMs: CLEANING_PAUSE_MS },
  ]),
  background: using({ worker: EXIT_WORKER }, ({ worker }) => ({ ...worker, needsAnalytics: true })),
});
