export { registerFootprintRoutes } from "./footprint.routes.ts";
export { createFootprintService } from "./footprint.service.ts";
export { createFootprintMonthsService } from "./footprint-months.service.ts";
export { makeReport } from "./make-report.ts";
