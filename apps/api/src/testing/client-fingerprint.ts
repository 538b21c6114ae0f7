import { type RawBuilder, sql } from "kysely";
import type { Database } from "../platform/database.ts";
import { prepareQuery } from "../platform/prepared.ts";
import { MODULE_FIXTURES } from "./module-fixtures.ts";
import type { PopulatedClient } from "./populated-client.ts";

/** Fields that a session's own calls change now and then. */
const CHANGING_FIELDS = sql.lit("{last_used_at,expires_at}");

/** The hash of a client's rows by table; null for a table without rows. */
export type ClientFingerprint = Record<string, string | null>;

/** Computes a fingerprint of all the client's data: the hash of a table changes with any change to the client's rows. */
export async function fingerprintOf(
  db: Database,
  { clientUuid }: PopulatedClient,
): Promise<ClientFingerprint> {
  const [row] = await readFingerprint(db, { clientUuid });
  return row?.hashes ?? {};
}

/** The query is prepared, because planning sixty queries takes several times as long as running them. */
const readFingerprint = prepareQuery((db, { clientUuid }: { clientUuid: string }) => {
  const rows = { ...ownRowsOf(clientUuid), ...moduleRowsOf(clientUuid) };
  const hashes = Object.values(rows).map((text) => sql`md5((${text}))`);
  const object = sql<ClientFingerprint>`jsonb_object(
    ARRAY[${sql.join(Object.keys(rows).map((table) => sql.lit(table)))}], ARRAY[${sql.join(hashes)}])`;
  return db.selectNoFrom(object.as("hashes"));
});

const ownRowsOf = (clientUuid: string): Record<string, RawBuilder<unknown>> => ({
  clients: sql`SELECT string_agg(t::text, '|') FROM clients t WHERE uuid = ${clientUuid}`,
  users: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM users t WHERE client_uuid = ${clientUuid}`,
  sessions: sql`SELECT string_agg((to_jsonb(t) - ${CHANGING_FIELDS}::text[])::text, '|' ORDER BY t.uuid) FROM sessions t JOIN users u ON u.uuid = t.user_uuid WHERE client_uuid = ${clientUuid}`,
  account_links: sql`SELECT string_agg(t::text, '|' ORDER BY key_hash) FROM account_links t JOIN users u ON u.uuid = t.user_uuid WHERE client_uuid = ${clientUuid}`,
  videos: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM videos t WHERE client_uuid = ${clientUuid}`,
  lives: sql`SELECT string_agg(t::text, '|' ORDER BY video_uuid) FROM lives t WHERE client_uuid = ${clientUuid}`,
  external_streams: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM external_streams t WHERE client_uuid = ${clientUuid}`,
  live_archives: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM live_archives t WHERE client_uuid = ${clientUuid}`,
  scene_lists: sql`SELECT string_agg(t::text, '|') FROM scene_lists t WHERE client_uuid = ${clientUuid}`,
  scenes: sql`SELECT string_agg(t::text, '|' ORDER BY position) FROM scenes t JOIN videos v ON v.uuid = t.list_uuid WHERE client_uuid = ${clientUuid}`,
  scene_media: sql`SELECT string_agg(t::text, '|') FROM scene_media t JOIN videos v ON v.uuid = t.list_uuid WHERE client_uuid = ${clientUuid}`,
  captions: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM captions t WHERE client_uuid = ${clientUuid}`,
  categories: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM categories t WHERE client_uuid = ${clientUuid}`,
  video_categories: sql`SELECT string_agg(t::text, '|' ORDER BY category_uuid) FROM video_categories t JOIN videos v ON v.uuid = t.video_uuid WHERE client_uuid = ${clientUuid}`,
  upload_chunks: sql`SELECT string_agg(t::text, '|' ORDER BY number) FROM upload_chunks t JOIN videos v ON v.uuid = t.video_uuid WHERE client_uuid = ${clientUuid}`,
  pictures: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM pictures t WHERE client_uuid = ${clientUuid}`,
  outros: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM outros t WHERE client_uuid = ${clientUuid}`,
  client_ice_sets: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM client_ice_sets t WHERE client_uuid = ${clientUuid}`,
  client_streaming_keys: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM client_streaming_keys t WHERE client_uuid = ${clientUuid}`,
  api_keys: sql`SELECT string_agg((to_jsonb(t) - ${CHANGING_FIELDS}::text[])::text, '|' ORDER BY uuid) FROM api_keys t WHERE client_uuid = ${clientUuid}`,
  alerts: sql`SELECT string_agg(concat(uuid, acknowledged_by, note), '|' ORDER BY uuid) FROM alerts t WHERE client_uuid = ${clientUuid}`,
  footprint_methods: sql`SELECT string_agg(t::text, '|' ORDER BY from_month) FROM footprint_methods t WHERE client_uuid = ${clientUuid}`,
  footprint_reports: sql`SELECT string_agg(concat(month, method, revision), '|' ORDER BY month, method, revision) FROM footprint_reports t WHERE client_uuid = ${clientUuid}`,
  proof_modes: sql`SELECT string_agg((to_jsonb(t) - 'sessions')::text, '|') FROM proof_modes t WHERE client_uuid = ${clientUuid}`,
  alert_rules: sql`SELECT string_agg(t::text, '|') FROM alert_rules t WHERE client_uuid = ${clientUuid}`,
  export_links: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM export_links t WHERE client_uuid = ${clientUuid}`,
  configs: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM configs t WHERE client_uuid = ${clientUuid}`,
  collections: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM collections t WHERE client_uuid = ${clientUuid}`,
  plugin_videos: sql`SELECT string_agg(t::text, '|' ORDER BY uuid) FROM plugin_videos t WHERE client_uuid = ${clientUuid}`,
  video_rules: sql`SELECT string_agg(t::text, '|' ORDER BY video_uuid) FROM video_rules t WHERE client_uuid = ${clientUuid}`,
  client_rules: sql`SELECT string_agg(t::text, '|') FROM client_rules t WHERE client_uuid = ${clientUuid}`,
  client_authorizations: sql`SELECT string_agg(t::text, '|') FROM client_authorizations t WHERE client_uuid = ${clientUuid}`,
});

const moduleRowsOf = (clientUuid: string) =>
  Object.fromEntries(
    MODULE_FIXTURES.map(({ table }) => [
      table,
      sql`
        SELECT string_agg((to_jsonb(t) - 'told_at')::text, '|' ORDER BY (to_jsonb(t) - 'told_at')::text)
        FROM ${sql.table(table)} t WHERE client_uuid = ${clientUuid}`,
    ]),
  );
