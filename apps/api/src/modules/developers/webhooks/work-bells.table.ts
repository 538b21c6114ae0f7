import { sql } from "kysely";
import {
  BELL_FUNCTION,
  bellTriggers,
  claimedWorkTriggers,
  migrationOf,
} from "../../../platform/work-bells.ts";

const PLANNED = ["starts_at", "delete_at", "trashed_at", "simulated_live_at", "duration_sec", "is_deleted"];
const planOf = (row: "OLD" | "NEW") =>
  sql`(${sql.join(PLANNED.map((column) => sql.raw(`${row}.${column}`)))})`;

/** Whatever waited in tables to be looked for: all that rings first, in one migration. */
export const workBells = migrationOf([
  BELL_FUNCTION,
  ...claimedWorkTriggers("imports", "imports", ["reading", "running"]),
  ...claimedWorkTriggers("exits", "exits", ["making"]),
  ...claimedWorkTriggers("arrivals", "arrivals", ["checking", "taking"]),
  ...bellTriggers({
    table: "webhook_deliveries",
    bell: "webhooks",
    of: ["state", "due_at"],
    isAdded: sql`NEW.state = 'waiting'`,
    isChanged: sql`NEW.state = 'waiting' AND (OLD.state <> 'waiting' OR NEW.due_at < OLD.due_at)`,
  }),
  ...bellTriggers({
    table: "webhooks",
    bell: "webhooks",
    of: ["is_on", "paused_until"],
    isChanged: sql`NEW.is_on AND (NOT OLD.is_on OR NEW.paused_until IS DISTINCT FROM OLD.paused_until)`,
  }),
  ...bellTriggers({ table: "project_events", bell: "news", isAdded: sql`NEW.told_at IS NULL` }),
  ...bellTriggers({
    table: "videos",
    bell: "plans",
    of: PLANNED,
    isAdded: sql`NEW.starts_at IS NOT NULL OR NEW.delete_at IS NOT NULL OR NEW.simulated_live_at IS NOT NULL`,
    isChanged: sql`(NEW.starts_at IS NOT NULL OR NEW.delete_at IS NOT NULL OR NEW.trashed_at IS NOT NULL
      OR NEW.simulated_live_at IS NOT NULL) AND ${planOf("OLD")} IS DISTINCT FROM ${planOf("NEW")}`,
  }),
]);
