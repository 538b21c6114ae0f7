import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export interface PluginVersionRow {
  client_uuid: string;
  day: string;
  /** The edge process that counted the sessions. */
  edge: string;
  version: string;
  sessions: number;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    plugin_versions: PluginVersionRow;
  }
}

export const pluginVersionTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      CREATE TABLE plugin_versions (
        client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        day date NOT NULL,
        edge uuid NOT NULL,
        version text NOT NULL,
        sessions integer NOT NULL,
        PRIMARY KEY (client_uuid, day, edge, version)
      )`.execute(db);
  },
};
