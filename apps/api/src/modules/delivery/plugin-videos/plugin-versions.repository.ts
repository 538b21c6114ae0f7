import { PLUGIN_VERSIONS_DAYS, type PluginVersions } from "@shoal/contract";
import type { PluginVersionCounts } from "@shoal/contract/edge";
import { findMissedVersion } from "@shoal/domain";
import { sql } from "kysely";
import type { Database } from "../../../platform/database.ts";

const MAX_SHOWN_VERSIONS = 100;

/** Stores how many sessions of each version an edge saw; repeats count once. */
export async function storePluginVersions(
  db: Database,
  { edge, counts }: PluginVersionCounts,
): Promise<void> {
  if (counts.length === 0) return;
  const clients = counts.map(({ clientId }) => clientId);
  await sql`
    INSERT INTO plugin_versions (client_uuid, day, edge, version, sessions)
    SELECT client_uuid, day, ${edge}::uuid, version, max(sessions) FROM unnest(
      ${clients}::uuid[], ${counts.map(({ day }) => day)}::date[],
      ${counts.map(({ version }) => version)}::text[], ${counts.map(({ sessions }) => sessions)}::int[]
    ) AS r (client_uuid, day, version, sessions)
    WHERE EXISTS (SELECT 1 FROM clients c WHERE c.uuid = client_uuid)
    GROUP BY client_uuid, day, version ORDER BY 1, 2, 4
    ON CONFLICT (client_uuid, day, edge, version)
      DO UPDATE SET sessions = greatest(plugin_versions.sessions, excluded.sessions)`.execute(db);
}

/** Deletes days that are no longer shown, including days of clients that no edge reports any longer. */
export async function prunePluginVersions(db: Database): Promise<void> {
  await sql`DELETE FROM plugin_versions WHERE day <= current_date - ${PLUGIN_VERSIONS_DAYS}::int`.execute(db);
}

/** Counts the sessions of the last days by version of the plugin. */
export async function countPluginVersions(db: Database, clientUuid: string): Promise<PluginVersions> {
  const { rows } = await sql<{ version: string; sessions: string }>`
    SELECT version, sum(sessions) AS sessions FROM plugin_versions
    WHERE client_uuid = ${clientUuid} AND day > current_date - ${PLUGIN_VERSIONS_DAYS}::int
    GROUP BY version ORDER BY sum(sessions) DESC, version`.execute(db);
  const versions = rows.map(({ version, sessions }) => ({
    version,
    sessions: Number(sessions),
    missed: findMissedVersion(version) ?? null,
  }));
  return {
    sessions: sumSessions(versions),
    outdatedSessions: sumSessions(versions.filter(({ missed }) => missed !== null)),
    versions: versions.slice(0, MAX_SHOWN_VERSIONS),
  };
}

const sumSessions = (counted: readonly { sessions: number }[]): number =>
  counted.reduce((sum, { sessions }) => sum + sessions, 0);
