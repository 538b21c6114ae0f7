import { routes } from "@shoal/contract";
import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, ON_ERROR } from "../../../platform/needs.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import { createKeyLogService, type KeyLogService } from "./key-log.service.ts";
import { keyLogTables } from "./key-log.table.ts";
import { createKeyLogWriter, type KeyLogWriter } from "./key-log-writer.ts";
import { logKeyCalls } from "./log-key-calls.ts";

const KEY_LOG = need<KeyLogService>("log of keys");
const KEY_LOG_WRITER = need<KeyLogWriter>("writer of the log of keys");

export const keyLogModule = defineModule({
  name: "key-log",
  migrations: { "106-api-key-calls": keyLogTables },
  services: [
    provide(KEY_LOG_WRITER, { db: DB, onError: ON_ERROR }, createKeyLogWriter, (writer) => writer.close()),
    provide(KEY_LOG, { db: DB, writer: KEY_LOG_WRITER }, createKeyLogService),
  ],
  hooks: using({ writer: KEY_LOG_WRITER }, ({ writer }, app) => logKeyCalls(app, writer)),
  routes: using({ log: KEY_LOG }, ({ log }, app, guardFor) =>
    bindRoutes(app, guardFor, routes, {
      listKeyCalls: ({ actor, params, query }) => log.listCalls(actor, params.id, params.key, query),
    }),
  ),
  schedules: using({ log: KEY_LOG }, ({ log }) => [{ run: () => log.prune(), pauseMs: CLEANING_PAUSE_MS }]),
});
