import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, CONFIG, DB, ON_ERROR, REALTIME } from "../../../platform/needs.ts";
import { MAILS_SERVICE } from "../../accounts/mails/index.ts";
import { type AlertNews, createAlertNews } from "./alert-news.ts";
import { type AlertSettingsService, createAlertSettingsService } from "./alert-settings.service.ts";
import { type AlertWatch, createAlertWatch } from "./alert-watch.ts";
import { registerAlertRoutes } from "./alerts.routes.ts";
import { type AlertsService, createAlertsService } from "./alerts.service.ts";
import { ALERT_MAILS } from "./mails/index.ts";

export { createAlertNews } from "./alert-news.ts";
export { type AlertWatch, createAlertWatch } from "./alert-watch.ts";
export { ALERT_NAMES } from "./mails/index.ts";

const ALERT_NEWS = need<AlertNews>("news of alerts");
const ALERTS_SERVICE = need<AlertsService>("alerts");
const ALERT_SETTINGS = need<AlertSettingsService>("settings of alerts");
const ALERT_WATCH = need<AlertWatch>("watch of alerts");

/** The pause between checks, and so the delay of alerts after the minute that they concern. */
const WATCH_PAUSE_MS = 10_000;
export const alertsModule = defineModule({
  name: "alerts",
  mails: ALERT_MAILS,
  services: [
    provide(ALERT_NEWS, { config: CONFIG, mails: MAILS_SERVICE }, ({ config, mails }) =>
      createAlertNews({ mails, publicUrl: config.API_PUBLIC_URL }),
    ),
    provide(
      ALERTS_SERVICE,
      { db: DB, analytics: ANALYTICS, realtime: REALTIME, news: ALERT_NEWS, onError: ON_ERROR },
      createAlertsService,
    ),
    provide(ALERT_SETTINGS, { db: DB }, createAlertSettingsService),
    provide(
      ALERT_WATCH,
      { db: DB, analytics: ANALYTICS, realtime: REALTIME, news: ALERT_NEWS, onError: ON_ERROR },
      createAlertWatch,
    ),
  ],
  routes: using({ alerts: ALERTS_SERVICE, alertSettings: ALERT_SETTINGS }, (services, app, guardFor) =>
    registerAlertRoutes(app, guardFor, services),
  ),
  schedules: using({ watch: ALERT_WATCH }, ({ watch }) => [
    { run: () => watch.checkOnce(), pauseMs: WATCH_PAUSE_MS },
    { run: () => watch.prune(), pauseMs: CLEANING_PAUSE_MS },
  ]),
});
