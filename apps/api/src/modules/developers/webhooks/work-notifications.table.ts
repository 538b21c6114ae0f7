import { sql } from "kysely";
import {
  claimedWorkTriggers,
  migrationOf,
  NOTIFY_FUNCTION,
  notifyTriggers,
} from "../../../platform/work-notifications.ts";

const PLAN_COLUMNS = [
  "starts_at",
  "delete_at",
  "trashed_at",
  "simulated_live_at",
  "duration_sec",
  "is_deleted",
];
const planOf = (row: "OLD" | "NEW") =>
  sql`(${sql.join(PLAN_COLUMNS.map((column) => sql.raw(`${row}.${column}`)))})`;

/** The triggers for all tables that the api used to poll. */
export const workNotifications = migrationOf([
  NOTIFY_FUNCTION,
  ...claimedWorkTriggers("imports", "imports", ["reading", "running"]),
  ...claimedWorkTriggers("exits", "exits", ["making"]),
  ...claimedWorkTriggers("arrivals", "arrivals", ["checking", "taking"]),
  ...notifyTriggers({
    table: "webhook_deliveries",
    topic: "webhooks",
    of: ["state", "due_at"],
    isAdded: sql`NEW.state = 'waiting'`,
    isChanged: sql`NEW.state = 'waiting' AND (OLD.state <> 'waiting' OR NEW.due_at < OLD.due_at)`,
  }),
  ...notifyTriggers({
    table: "webhooks",
    topic: "webhooks",
    of: ["is_on", "paused_until"],
    isChanged: sql`NEW.is_on AND (NOT OLD.is_on OR NEW.paused_until IS DISTINCT FROM OLD.paused_until)`,
  }),
  ...notifyTriggers({ table: "project_events", topic: "news", isAdded: sql`NEW.told_at IS NULL` }),
  ...notifyTriggers({
    table: "videos",
    topic: "plans",
    of: PLAN_COLUMNS,
    isAdded: sql`NEW.starts_at IS NOT NULL OR NEW.delete_at IS NOT NULL OR NEW.simulated_live_at IS NOT NULL`,
    isChanged: sql`(NEW.starts_at IS NOT NULL OR NEW.delete_at IS NOT NULL OR NEW.trashed_at IS NOT NULL
      OR NEW.simulated_live_at IS NOT NULL) AND ${planOf("OLD")} IS DISTINCT FROM ${planOf("NEW")}`,
  }),
]);
