import type { DescriptorChange } from "@shoal/contract/edge";
import { sql } from "kysely";
import type { Tx } from "./database.ts";

/** Channel on which api replicas receive playback changes. */
export const PLAYBACK_CHANNEL = "shoal_playback";

/** Stores changes for edges that reconnect, and notifies listeners on commit. Payload: `cursor:uuid:revision:kind`. */
export async function recordPlaybackChanges(
  db: Tx,
  kind: DescriptorChange["kind"],
  changed: readonly { uuid: string; revision: number }[],
): Promise<void> {
  if (changed.length === 0) return;
  const uuids = changed.map(({ uuid }) => uuid);
  const revisions = changed.map(({ revision }) => revision);
  await sql`
    WITH changes AS (
      INSERT INTO descriptor_changes (kind, video_uuid, revision)
      SELECT ${kind}::text, * FROM unnest(${uuids}::uuid[], ${revisions}::bigint[])
      RETURNING cursor, kind, video_uuid, revision
    )
    SELECT pg_notify(${PLAYBACK_CHANNEL}, cursor || ':' || video_uuid || ':' || revision || ':' || kind) FROM changes
  `.execute(db);
}
