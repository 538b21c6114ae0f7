import { sql } from "kysely";
import type { Database } from "../../../platform/database.ts";

/** Milliseconds between checks: edges must learn within 5 s when a subscription or a budget stops or resumes entries. */
export const CDN_TIMES_PAUSE_MS = 2_000;

const isDrained = sql`drains_until <= now()`;
const hasEndedSecret = sql`jsonb_array_length(secrets) > 1 AND EXISTS (
  SELECT 1 FROM jsonb_array_elements(secrets) AS of (secret) WHERE (secret->>'endsAt')::timestamptz <= now()
)`;
/** The SQL condition for clients whose edges must be notified, on `clients` and `cdn_subscriptions AS followed`. */
const subscriptionChanged = sql`clients.uuid = followed.client_uuid
  AND is_active <> (NOT free_tier AND cdn_suspended_at IS NULL AND (subscription_ends_at IS NULL OR subscription_ends_at > now())
    AND cdn_stopped_month IS DISTINCT FROM to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'))`;

/** Checks with one statement instead of five whether anything is due, because nearly always nothing is. */
async function isAnythingDue(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    SELECT EXISTS (SELECT FROM cdn_entries WHERE ${isDrained} OR (${hasEndedSecret}))
      OR EXISTS (SELECT FROM cdn_subscriptions AS followed, clients WHERE ${subscriptionChanged}) AS "isDue"`.execute(
    db,
  );
  return rows[0]?.isDue ?? false;
}

/**
 * Applies the passage of time to entries: removes drained entries, ends previous secrets whose grace period is over, and stops
 * and resumes entries with their client's subscription and budget. Edges are notified of each change. Any replica can run this;
 * each change is made once.
 * @returns clients whose lists changed.
 */
export async function followTimes(db: Database): Promise<string[]> {
  if (!(await isAnythingDue(db))) return [];
  const drained =
    await sql<ChangedClientRow>`DELETE FROM cdn_entries WHERE ${isDrained} RETURNING client_uuid`.execute(db);
  const ended = await sql<ChangedClientRow>`
    UPDATE cdn_entries SET revision = revision + 1, secrets = (
      SELECT jsonb_agg(secret ORDER BY place) FROM jsonb_array_elements(secrets) WITH ORDINALITY AS of (secret, place)
      WHERE coalesce((secret->>'endsAt')::timestamptz > now(), true)
    )
    WHERE ${hasEndedSecret}
    RETURNING client_uuid`.execute(db);
  const turned = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<ChangedClientRow>`
      UPDATE cdn_subscriptions followed SET is_active = NOT is_active FROM clients
      WHERE ${subscriptionChanged}
      RETURNING client_uuid`.execute(tx);
    const clients = rows.map(({ client_uuid: uuid }) => uuid);
    if (clients.length > 0)
      await sql`UPDATE cdn_entries SET revision = revision + 1 WHERE client_uuid = ANY(${clients}::uuid[])`.execute(
        tx,
      );
    return clients;
  });
  const changed = [...drained.rows, ...ended.rows].map(({ client_uuid: uuid }) => uuid);
  return [...new Set([...changed, ...turned])];
}

interface ChangedClientRow {
  client_uuid: string;
}
