export { LogWriter } from "./log-writer.ts";
export { registerLogRoutes } from "./logs.routes.ts";
export { createLogsService } from "./logs.service.ts";
export { recordCalls } from "./record-calls.ts";
export { UnknownFieldsLog } from "./unknown-fields-log.ts";
export { ViewsLog } from "./views-log.ts";
