import { z } from "zod";
import { createPageSchema, jsonParameter, PageQuery, sortBy } from "../list.ts";
import { Moment, Text } from "../text.ts";

/**
 * The kinds of alerts.
 * - `stream_down`: a live lost its publisher without being ended by its owner, encoder or schedule.
 * - `rebuffering`: viewers wait too long; in seconds per hour viewed.
 * - `errors`: sessions report errors; in percent of sessions.
 * - `quota`: the client approaches its monthly delivery limit; in percent of the limit.
 * - `offload_lost`: peers deliver far less than before; in percent of the delivery.
 * - `unverified`: players of media on other CDNs report implausibly high figures, which are not billed; in percent of an hour's
 * reports.
 * - `address_quota`: one address reports implausibly high figures; in percent of the hourly billing limit per address.
 */
export const ALERT_KINDS = [
  "stream_down",
  "rebuffering",
  "errors",
  "quota",
  "offload_lost",
  "unverified",
  "address_quota",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The states of an alert. `acknowledged`: still open, and a user has acknowledged it. */
export const ALERT_STATES = ["open", "acknowledged", "closed"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Why an alert closed: the value recovered; its kind was turned off; its video was deleted, or its live was stopped. */
export const ALERT_ENDINGS = ["recovered", "switched_off", "subject_gone"] as const;
export type AlertEnding = (typeof ALERT_ENDINGS)[number];

/** An alert opens after this long beyond its threshold without interruption, and closes after this long within it. */
export const ALERT_OPENS_AFTER_SEC = 120;
export const ALERT_CLOSES_AFTER_SEC = 300;
export const MAX_ALERT_REMARK_LENGTH = 500;
/** The chart of an alert starts this long before it, and ends this long after it. */
export const ALERT_CHART_MARGIN_SEC = 900;
export const MAX_ALERT_POINTS = 720;

/** The kinds of alerts with an adjustable threshold, each with the range of the threshold. `stream_down` has none. */
export const ALERT_THRESHOLDS = {
  /** The limit for rebuffering, in seconds per hour viewed; §9 shows 50 in red. */
  rebuffering: { min: 1, max: 3_600, byDefault: 50 },
  /** The limit for sessions with errors, in percent of a minute's sessions. */
  errors: { min: 1, max: 100, byDefault: 10 },
  /** The limit for usage, in percent of the month's limit. */
  quota: { min: 1, max: 100, byDefault: 80 },
  /** The lost part of the usual offload, in percent. */
  offload_lost: { min: 10, max: 100, byDefault: 50 },
  /** The limit for unverified data, in percent of what players report in an hour. */
  unverified: { min: 1, max: 100, byDefault: 10 },
  /** The limit for one address, in percent of the hourly billing limit per address. */
  address_quota: { min: 10, max: 100, byDefault: 50 },
} as const satisfies Partial<Record<AlertKind, { min: number; max: number; byDefault: number }>>;
export type ThresholdKind = keyof typeof ALERT_THRESHOLDS;

/** The minimum number of sessions in a minute for the minute to be judged: the default, and the highest setting. */
export const ALERT_SESSIONS_USUAL = 10;
export const MAX_ALERT_SESSIONS = 100_000;

const thresholdOf = (kind: ThresholdKind) =>
  z.strictObject({
    isOn: z.boolean(),
    threshold: z.number().min(ALERT_THRESHOLDS[kind].min).max(ALERT_THRESHOLDS[kind].max),
  });

/** The rules that determine when a client's alerts open. */
export const AlertRules = z.strictObject({
  minimumSessions: z.number().int().min(1).max(MAX_ALERT_SESSIONS),
  stream_down: z.strictObject({ isOn: z.boolean() }),
  rebuffering: thresholdOf("rebuffering"),
  errors: thresholdOf("errors"),
  quota: thresholdOf("quota"),
  offload_lost: thresholdOf("offload_lost"),
  unverified: thresholdOf("unverified"),
  address_quota: thresholdOf("address_quota"),
});
export type AlertRules = z.infer<typeof AlertRules>;

export const AlertSettings = z.object({
  rules: AlertRules,
  /** The revision of the rules: 0 if never changed. */
  revision: z.number(),
  /** Whether the caller receives an email when an alert opens or closes. */
  isMailWanted: z.boolean(),
  /** Whether the user has a deliverable email address. */
  canBeMailed: z.boolean(),
  /** The client's time zone, which defines the start of its days. */
  timeZone: z.string(),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

export const AlertRulesInput = AlertRules.extend({
  /** The revision of the settings on which the change is based. */
  revision: z.number().int().min(0),
});
export type AlertRulesInput = z.infer<typeof AlertRulesInput>;

const AlertSubject = z.object({
  type: z.enum(["video", "everything"]),
  /** The video in the form that filters of figures use; null for the client's whole audience. */
  video: z.string().nullable(),
  /** The title of the video; null if it has no title. */
  title: z.string().nullable(),
  /** Whether the subject has a page: a video of ours that still exists. */
  hasPage: z.boolean(),
});

export const AlertView = z.object({
  uuid: z.string(),
  kind: z.enum(ALERT_KINDS),
  state: z.enum(ALERT_STATES),
  subject: AlertSubject,
  openedAt: z.string(),
  closedAt: z.string().nullable(),
  ending: z.enum(ALERT_ENDINGS).nullable(),
  /** The last threshold that applied, in the unit of the alert's kind. For `stream_down`: 0 seconds. */
  threshold: z.number(),
  /** The usual offload, for `offload_lost`; otherwise null. */
  baseline: z.number().nullable(),
  /** The value farthest beyond the threshold. For `stream_down`: seconds without a publisher. */
  extreme: z.number(),
  last: z.number(),
  acknowledgement: z.object({ by: z.string(), at: z.string(), remark: z.string().nullable() }).nullable(),
});
export type AlertView = z.infer<typeof AlertView>;

/** The events of an alert: docs/alerts.md. */
export const ALERT_EVENT_TYPES = ["alert.opened", "alert.acknowledged", "alert.closed"] as const;
export type AlertEventType = (typeof ALERT_EVENT_TYPES)[number];

export const AlertDetail = AlertView.extend({
  /** What happened to the alert, the earliest event first. */
  history: z.array(
    z.object({
      type: z.enum(ALERT_EVENT_TYPES),
      at: z.string(),
      /** The user; null for automatic events. */
      by: z.string().nullable(),
      remark: z.string().nullable(),
    }),
  ),
});
export type AlertDetail = z.infer<typeof AlertDetail>;

/** How the measured value behind an alert developed, for a chart. */
export const AlertSeries = z.object({
  threshold: z.number(),
  /** The points, ascending and without gaps; null if there are no viewers, or if unknown. */
  points: z.array(z.object({ at: z.string(), to: z.string(), value: z.number().nullable() })),
  timeZone: z.string(),
});
export type AlertSeries = z.infer<typeof AlertSeries>;

export const ALERT_SORTS = ["openedAt", "closedAt", "kind", "video"] as const;

export const AlertFilter = z.strictObject({
  state: z.enum(ALERT_STATES).optional(),
  kind: z.enum(ALERT_KINDS).optional(),
  /** The video in the form that filters of figures use. */
  video: Text.min(1).max(500).optional(),
  /** Selects alerts that were open at some time within the period. */
  from: Moment.optional(),
  to: Moment.optional(),
});
export type AlertFilter = z.infer<typeof AlertFilter>;

export const AlertsQuery = PageQuery.extend({
  filter: jsonParameter(AlertFilter).optional(),
  sort: sortBy(ALERT_SORTS).optional(),
});

/** The time of the data: null before the first check. */
const asOf = z.string().nullable();
export const AlertsPage = createPageSchema(AlertView).extend({ asOf });
export const OpenAlerts = z.object({
  /** The number of open alerts, including acknowledged ones. */
  count: z.number(),
  asOf,
});

export const AlertAcknowledgement = z.strictObject({
  remark: Text.trim().max(MAX_ALERT_REMARK_LENGTH).optional(),
});
