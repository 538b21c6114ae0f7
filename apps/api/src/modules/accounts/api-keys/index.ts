import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB } from "../../../platform/needs.ts";
import { KEY_HOLDERS } from "../auth/index.ts";
import { registerApiKeyRoutes } from "./api-keys.routes.ts";
import { type ApiKeysService, CONFIGS_OF_KEYS, createApiKeysService } from "./api-keys.service.ts";
import { apiKeyTypes } from "./api-keys.table.ts";

export { CONFIGS_OF_KEYS, type ConfigsOfKeys } from "./api-keys.service.ts";

const API_KEYS = need<ApiKeysService>("api keys");

export const apiKeysModule = defineModule({
  name: "api-keys",
  migrations: { "102-api-key-types": apiKeyTypes },
  services: [
    provide(API_KEYS, { db: DB, configs: CONFIGS_OF_KEYS }, createApiKeysService),
    provide(KEY_HOLDERS, { keys: API_KEYS }, ({ keys }) => keys),
  ],
  schedules: using({ keys: API_KEYS }, ({ keys }) => [
    { run: () => keys.prune(), pauseMs: CLEANING_PAUSE_MS },
  ]),
  routes: using({ keys: API_KEYS }, ({ keys }, app, guardFor) => registerApiKeyRoutes(app, guardFor, keys)),
});
