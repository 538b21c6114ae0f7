import { NEWS_RETENTION_DAYS } from "@shoal/contract";
import { sql } from "kysely";
import type { Database } from "../../../platform/database.ts";

/** Deletes old events, and their notifications with them. */
export async function pruneNews(db: Database): Promise<void> {
  await sql`DELETE FROM project_events
    WHERE told_at IS NOT NULL AND at < now() - make_interval(days => ${NEWS_RETENTION_DAYS})`.execute(db);
}
