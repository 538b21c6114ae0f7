export { createAlertNews } from "./alert-news.ts";
export { createAlertSettingsService } from "./alert-settings.service.ts";
export { type AlertWatch, createAlertWatch } from "./alert-watch.ts";
export { registerAlertRoutes } from "./alerts.routes.ts";
export { createAlertsService } from "./alerts.service.ts";
