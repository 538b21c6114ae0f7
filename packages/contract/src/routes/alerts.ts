import { z } from "zod";
import {
  AlertAcknowledgement,
  AlertDetail,
  AlertRulesInput,
  AlertSeries,
  AlertSettings,
  AlertsPage,
  AlertsQuery,
  OpenAlerts,
} from "../insight/alerts.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";

const AlertId = z.object({ id: Uuid });

/** The calls that list and change the alerts of a client, open and closed. */
export const alertRoutes = {
  listAlerts: defineRoute({
    method: "GET",
    path: "/api/alerts",
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "List alerts, open and closed, newest first by default",
    query: AlertsQuery,
    response: AlertsPage,
  }),
  countOpenAlerts: defineRoute({
    method: "GET",
    path: "/api/alerts/open",
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "Count open alerts",
    response: OpenAlerts,
  }),
  getAlertSettings: defineRoute({
    method: "GET",
    path: "/api/alerts/settings",
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "Get the client's alert settings, and whether the caller receives alert emails",
    response: AlertSettings,
  }),
  saveAlertRules: defineRoute({
    method: "PUT",
    path: "/api/alerts/settings",
    guard: "manager",
    scope: "noKey",
    summary: "Change the client's alert settings; turning a kind off closes its open alerts",
    body: AlertRulesInput,
    response: AlertSettings,
  }),
  saveAlertMails: defineRoute({
    method: "PUT",
    path: "/api/alerts/mails",
    guard: "readAnalytics",
    scope: "noKey",
    summary: "Turn alert emails for the caller on or off; on by default for managers",
    body: z.strictObject({ isMailWanted: z.boolean() }),
    response: AlertSettings,
  }),
  getAlert: defineRoute({
    method: "GET",
    path: "/api/alerts/{id}",
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "Get an alert and its history",
    params: AlertId,
    response: AlertDetail,
  }),
  getAlertSeries: defineRoute({
    method: "GET",
    path: "/api/alerts/{id}/series",
    guard: "readAnalytics",
    scope: "analytics:read",
    summary:
      "Get the measured values of an alert, from 15 minutes before it opened to 15 minutes after it closed",
    params: AlertId,
    response: AlertSeries,
  }),
  acknowledgeAlert: defineRoute({
    method: "POST",
    path: "/api/alerts/{id}/acknowledgement",
    guard: "readAnalytics",
    scope: "noKey",
    summary: "Acknowledge an alert; others see your name, the time and your note",
    params: AlertId,
    body: AlertAcknowledgement,
    response: AlertDetail,
    status: 200,
  }),
} as const;
