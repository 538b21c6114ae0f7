export { noteAbout } from "./about-call.ts";
export { LogWriter } from "./log-writer.ts";
export { registerLogRoutes } from "./logs.routes.ts";
export { createLogsService } from "./logs.service.ts";
export { recordCalls } from "./record-calls.ts";
