import { NEWS_KEPT_DAYS } from "@shoal/contract";
import { sql } from "kysely";
import type { Database } from "../../../platform/database.ts";

/** Forgets what happened long ago; news go with their events. */
export async function pruneNews(db: Database): Promise<void> {
  await sql`DELETE FROM project_events
    WHERE told_at IS NOT NULL AND at < now() - make_interval(days => ${NEWS_KEPT_DAYS})`.execute(db);
}
