import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { AlertSettingsService } from "./alert-settings.service.ts";
import type { AlertsService } from "./alerts.service.ts";

interface AlertsServices {
  alerts: AlertsService;
  alertSettings: AlertSettingsService;
}

export function registerAlertRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { alerts, alertSettings }: AlertsServices,
): void {
  bindRoutes(app, guardFor, routes, {
    listAlerts: ({ actor, query }) => alerts.listAlerts(actor, query),
    countOpenAlerts: ({ actor }) => alerts.countOpen(actor),
    getAlertSettings: ({ actor }) => alertSettings.getSettings(actor),
    saveAlertRules: ({ actor, body }) => alertSettings.saveRules(actor, body),
    saveAlertMails: ({ actor, body }) => alertSettings.saveMailChoice(actor, body.isMailWanted),
    getAlert: ({ actor, params }) => alerts.getAlert(actor, params.id),
    getAlertSeries: ({ actor, params }) => alerts.getSeries(actor, params.id),
    acknowledgeAlert: ({ actor, params, body }) => alerts.acknowledge(actor, params.id, body.remark),
  });
}
