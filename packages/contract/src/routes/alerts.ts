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
} from "../alerts.ts";
import { defineRoute } from "../route.ts";

const AlertId = z.object({ id: z.uuid() });

/** What viewers or a client suffer from, now and before. */
export const alertRoutes = {
  listAlerts: defineRoute({
    method: "GET",
    path: "/api/alerts",
    guard: "readAnalytics",
    summary: "Alerts that are open, and those that were: the latest first unless told",
    query: AlertsQuery,
    response: AlertsPage,
  }),
  countOpenAlerts: defineRoute({
    method: "GET",
    path: "/api/alerts/open",
    guard: "readAnalytics",
    summary: "How many alerts are open",
    response: OpenAlerts,
  }),
  getAlertSettings: defineRoute({
    method: "GET",
    path: "/api/alerts/settings",
    guard: "readAnalytics",
    summary: "When alerts of the client open, and whether the caller is mailed",
    response: AlertSettings,
  }),
  saveAlertRules: defineRoute({
    method: "PUT",
    path: "/api/alerts/settings",
    guard: "manager",
    summary: "Change when alerts of the client open; a kind that is switched off closes what is open of it",
    body: AlertRulesInput,
    response: AlertSettings,
  }),
  saveAlertMails: defineRoute({
    method: "PUT",
    path: "/api/alerts/mails",
    guard: "readAnalytics",
    summary:
      "Choose whether one is mailed when an alert opens or closes; managers are unless they say otherwise",
    body: z.strictObject({ isMailWanted: z.boolean() }),
    response: AlertSettings,
  }),
  getAlert: defineRoute({
    method: "GET",
    path: "/api/alerts/{id}",
    guard: "readAnalytics",
    summary: "An alert, and what happened to it",
    params: AlertId,
    response: AlertDetail,
  }),
  getAlertSeries: defineRoute({
    method: "GET",
    path: "/api/alerts/{id}/series",
    guard: "readAnalytics",
    summary: "The value of an alert from a quarter of an hour before it opened until as long after it closed",
    params: AlertId,
    response: AlertSeries,
  }),
  acknowledgeAlert: defineRoute({
    method: "POST",
    path: "/api/alerts/{id}/acknowledgement",
    guard: "readAnalytics",
    summary: "Say that one knows of an alert; its readers see who did, when, and his words",
    params: AlertId,
    body: AlertAcknowledgement,
    response: AlertDetail,
    status: 200,
  }),
} as const;
