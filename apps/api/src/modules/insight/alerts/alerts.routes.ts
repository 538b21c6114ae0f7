import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { AlertSettingsService } from "./alert-settings.service.ts";
import type { AlertsService } from "./alerts.service.ts";

interface Alerts {
  alerts: AlertsService;
  alertSettings: AlertSettingsService;
}

export function registerAlertRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { alerts, alertSettings }: Alerts,
): void {
  bindRoute(app, guardFor, routes.listAlerts, ({ request, query }) =>
    alerts.listAlerts(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.countOpenAlerts, ({ request }) => alerts.countOpen(actorOf(request)));
  bindRoute(app, guardFor, routes.getAlertSettings, ({ request }) =>
    alertSettings.getSettings(actorOf(request)),
  );
  bindRoute(app, guardFor, routes.saveAlertRules, ({ request, body }) =>
    alertSettings.saveRules(actorOf(request), body),
  );
  bindRoute(app, guardFor, routes.saveAlertMails, ({ request, body }) =>
    alertSettings.saveMailChoice(actorOf(request), body.isMailWanted),
  );
  bindRoute(app, guardFor, routes.getAlert, ({ request, params }) =>
    alerts.getAlert(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.getAlertSeries, ({ request, params }) =>
    alerts.getSeries(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.acknowledgeAlert, ({ request, params, body }) =>
    alerts.acknowledge(actorOf(request), params.id, body.remark),
  );
}
