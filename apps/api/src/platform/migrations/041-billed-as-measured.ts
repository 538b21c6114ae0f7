import { type Kysely, sql } from "kysely";

/**
 * From this hour, bills use what edges measure; earlier deliveries keep the figures of players, since they were not measured. Edges
 * of an earlier version measure nothing: hours in which such edges still run are billed too low, but never twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO cursors (name, value)
    VALUES ('billing.metered_since', to_jsonb(floor(extract(epoch FROM date_trunc('hour', now())))::bigint))
    ON CONFLICT (name) DO NOTHING`.execute(db);
}
