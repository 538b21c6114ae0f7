import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, ON_ERROR } from "../../../platform/needs.ts";
import { LogWriter } from "./log-writer.ts";
import { registerLogRoutes } from "./logs.routes.ts";
import { createLogsService, type LogsService } from "./logs.service.ts";
import { recordCalls } from "./record-calls.ts";
import { UnknownFieldsLog } from "./unknown-fields-log.ts";
import { ViewsLog } from "./views-log.ts";

export type { LogWriter } from "./log-writer.ts";

export const LOG_WRITER = need<LogWriter>("log writer");
const LOGS_SERVICE = need<LogsService>("logs");
const VIEWS_LOG = need<ViewsLog>("log of views");
const UNKNOWN_FIELDS_LOG = need<UnknownFieldsLog>("log of unknown fields");

export const logsModule = defineModule({
  name: "logs",
  services: [
    provide(
      LOG_WRITER,
      { db: DB, onError: ON_ERROR },
      (deps) => new LogWriter(deps),
      (writer) => writer.close(),
    ),
    provide(VIEWS_LOG, { db: DB }, ({ db }) => new ViewsLog(db)),
    provide(UNKNOWN_FIELDS_LOG, { writer: LOG_WRITER }, ({ writer }) => new UnknownFieldsLog(writer)),
    provide(LOGS_SERVICE, { config: CONFIG, db: DB }, ({ config, db }) =>
      createLogsService({ db, keptDays: config.LOG_DAYS }),
    ),
  ],
  hooks: using(
    { writer: LOG_WRITER, views: VIEWS_LOG, unknownFields: UNKNOWN_FIELDS_LOG },
    ({ writer, views, unknownFields }, app) => recordCalls(app, writer, views, unknownFields),
  ),
  routes: using({ logs: LOGS_SERVICE }, ({ logs }, app, guardFor) => registerLogRoutes(app, guardFor, logs)),
  schedules: using({ logs: LOGS_SERVICE }, ({ logs }) => [{ run: logs.prune, pauseMs: CLEANING_PAUSE_MS }]),
  metrics: using({ unknownFields: UNKNOWN_FIELDS_LOG }, ({ unknownFields }, registry) =>
    unknownFields.measure(registry),
  ),
});
