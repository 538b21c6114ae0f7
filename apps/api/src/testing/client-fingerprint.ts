import { sql } from "kysely";
import type { Database } from "../platform/database.ts";
import { prepareQuery } from "../platform/prepared.ts";
import { MODULE_FIXTURES } from "./module-fixtures.ts";
import type { PopulatedClient } from "./populated-client.ts";

/** Fields that a session's own calls change now and then. */
const CHANGING_FIELDS = sql.lit("{last_used_at,expires_at}");

/** Computes a fingerprint of all the client's data, which changes with any change to them. */
export async function fingerprintOf(db: Database, { clientUuid }: PopulatedClient): Promise<string> {
  const [row] = await readFingerprint(db, { clientUuid });
  return row?.text ?? "";
}

/** The query is prepared, because planning sixty queries takes several times as long as running them. */
const readFingerprint = prepareQuery((db, { clientUuid }: { clientUuid: string }) => {
  const text = sql<string>`md5(array_to_string(ARRAY[
    (SELECT string_agg(t::text, '|') FROM clients t WHERE uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM users t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg((to_jsonb(t) - ${CHANGING_FIELDS}::text[])::text, '|' ORDER BY t.uuid) FROM sessions t JOIN users u ON u.uuid = t.user_uuid WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY key_hash) FROM account_links t JOIN users u ON u.uuid = t.user_uuid WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM videos t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY video_uuid) FROM lives t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM external_streams t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM live_archives t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|') FROM scene_lists t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY position) FROM scenes t JOIN videos v ON v.uuid = t.list_uuid WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|') FROM scene_media t JOIN videos v ON v.uuid = t.list_uuid WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM captions t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM categories t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY category_uuid) FROM video_categories t JOIN videos v ON v.uuid = t.video_uuid WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY number) FROM upload_chunks t JOIN videos v ON v.uuid = t.video_uuid WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM pictures t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM outros t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM client_ice_sets t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM client_streaming_keys t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg((to_jsonb(t) - ${CHANGING_FIELDS}::text[])::text, '|' ORDER BY uuid) FROM api_keys t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(concat(uuid, acknowledged_by, note), '|' ORDER BY uuid) FROM alerts t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY from_month) FROM footprint_methods t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(concat(month, method, revision), '|' ORDER BY month, method, revision) FROM footprint_reports t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg((to_jsonb(t) - 'sessions')::text, '|') FROM proof_modes t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|') FROM alert_rules t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM export_links t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM configs t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM collections t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM plugin_videos t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY video_uuid) FROM video_rules t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|') FROM client_rules t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|') FROM client_authorizations t WHERE client_uuid = ${clientUuid}),
    ${sql.join(MODULE_FIXTURES.map(({ table }) => rowsOf(table, clientUuid)))}
  ], '|', ''))`;
  return db.selectNoFrom(text.as("text"));
});

const rowsOf = (table: string, clientUuid: string) => sql`(
  SELECT string_agg((to_jsonb(t) - 'told_at')::text, '|' ORDER BY (to_jsonb(t) - 'told_at')::text)
  FROM ${sql.table(table)} t WHERE client_uuid = ${clientUuid})`;
