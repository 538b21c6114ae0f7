import { createSecretBox } from "@shoal/tokens";
import type { Config } from "../../../config.ts";
import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, FETCH_POLICY, ON_ERROR, WORK_NOTIFICATIONS } from "../../../platform/needs.ts";
import { CAPTIONS_SERVICE } from "../../media/captions/index.ts";
import { UPLOADS_SERVICE } from "../../media/uploads/index.ts";
import { importKeys } from "./import-keys.table.ts";
import { createImportWorker, type ImportWorker } from "./import-worker.ts";
import { registerImportRoutes } from "./imports.routes.ts";
import { createImportsService, type ImportsService } from "./imports.service.ts";
import { importTables } from "./imports.table.ts";
import { createSources, type SourceAddresses } from "./sources/sources.ts";

/** The purpose of the key that encrypts lists, tokens and lines. Keys for other purposes cannot decrypt them. */
const IMPORT_LISTS = "lists of imports";

const addressesOf = (config: Config): SourceAddresses => ({
  vimeoApi: config.VIMEO_API_URL,
  muxApi: config.MUX_API_URL,
  muxStream: config.MUX_STREAM_URL,
});

const IMPORTS_SERVICE = need<ImportsService>("imports");
const IMPORT_WORKER = need<ImportWorker>("work on imports");

export const importsModule = defineModule({
  name: "imports",
  migrations: { "113-imports": importTables, "121-import-keys": importKeys },
  services: [
    provide(IMPORTS_SERVICE, { config: CONFIG, db: DB, policy: FETCH_POLICY }, ({ config, db, policy }) => {
      const box = createSecretBox(config.INTERNAL_SECRET, IMPORT_LISTS);
      return createImportsService({ db, box, sources: createSources(box, policy, addressesOf(config)) });
    }),
    provide(
      IMPORT_WORKER,
      {
        config: CONFIG,
        db: DB,
        notifications: WORK_NOTIFICATIONS,
        policy: FETCH_POLICY,
        uploads: UPLOADS_SERVICE,
        captions: CAPTIONS_SERVICE,
        onError: ON_ERROR,
      },
      ({ config, ...deps }) => {
        const box = createSecretBox(config.INTERNAL_SECRET, IMPORT_LISTS);
        return createImportWorker({ ...deps, box, ...createSources(box, deps.policy, addressesOf(config)) });
      },
    ),
  ],
  routes: using({ imports: IMPORTS_SERVICE }, ({ imports }, app, guardFor) =>
    registerImportRoutes(app, guardFor, imports),
  ),
  schedules: using({ worker: IMPORT_WORKER }, ({ worker }) => [
    { run: () => worker.prune(), pauseMs: CLEANING_PAUSE_MS },
  ]),
  background: using({ worker: IMPORT_WORKER }, ({ worker }) => worker),
});
