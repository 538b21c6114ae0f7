import type { AlertEnding, AlertEventType, AlertKind, AlertRules } from "@shoal/contract";
import type { AlertPhase } from "@shoal/domain/alerts";
import type { ColumnType, Generated } from "kysely";
import type { Json, OptionalTimestamp, Timestamp } from "./columns.ts";

export interface AlertRulesRow {
  client_uuid: string;
  rules: Json<AlertRules>;
  /** The revision, raised by each change. */
  revision: Generated<number>;
}

export interface AlertMailChoice {
  user_uuid: string;
  is_wanted: boolean;
}

export interface AlertRow {
  uuid: Generated<string>;
  client_uuid: string;
  kind: AlertKind;
  /** The video's name in session data; "" for all videos of the client. */
  subject: string;
  /** The title when it opened: the video may be renamed or deleted. */
  subject_title: string | null;
  /** Whether the subject is a hosted video. */
  is_ours: boolean;
  phase: AlertPhase;
  /** The start of the phase, during which the value is beyond its threshold, or within it. */
  since: Timestamp;
  judged_until: Timestamp;
  /** The threshold; like `usual`, `worst` and `last`, it has the unit of the alert's kind. */
  threshold: number;
  usual: ColumnType<number | null, number | null | undefined, number | null>;
  worst: number;
  last: number;
  opened_at: OptionalTimestamp;
  closed_at: OptionalTimestamp;
  ending: ColumnType<AlertEnding | null, AlertEnding | null | undefined, AlertEnding | null>;
  acknowledged_at: OptionalTimestamp;
  /** The username of the user who acknowledged the alert, kept when the user is deleted. */
  acknowledged_by: ColumnType<string | null, string | null | undefined, string | null>;
  note: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface AlertValueRow {
  alert_uuid: string;
  client_uuid: string;
  at: Timestamp;
  until: Timestamp;
  value: number;
}

/** An event of an alert, written in the same transaction: docs/alerts.md. */
export interface AlertEventRow {
  id: Generated<number>;
  uuid: Generated<string>;
  client_uuid: string;
  alert_uuid: string;
  type: AlertEventType;
  at: Timestamp;
  payload: Json<unknown>;
}
