import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, DB, ON_ERROR } from "../../../platform/needs.ts";
import { registerFootprintRoutes } from "./footprint.routes.ts";
import { createFootprintService, type FootprintService } from "./footprint.service.ts";
import { createFootprintMonthsService } from "./footprint-months.service.ts";

export { makeReport } from "./make-report.ts";

const FOOTPRINT_SERVICE = need<FootprintService>("footprint");

/** The maximum delay between the roll-up of a month's last hour and its report. */
const MONTHS_PAUSE_MS = 60_000;

export const footprintModule = defineModule({
  name: "footprint",
  services: [
    provide(FOOTPRINT_SERVICE, { db: DB, analytics: ANALYTICS, onError: ON_ERROR }, createFootprintService),
  ],
  routes: using({ footprint: FOOTPRINT_SERVICE }, ({ footprint }, app, guardFor) =>
    registerFootprintRoutes(app, guardFor, footprint),
  ),
  schedules: using({ db: DB, analytics: ANALYTICS, onError: ON_ERROR }, (deps) => [
    {
      run: createFootprintMonthsService(deps).makeDue,
      pauseMs: MONTHS_PAUSE_MS,
      needsAnalytics: true,
    },
  ]),
});
