import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { LinkTotals } from "./link-sums.ts";

/** Creates the repository of the views of export links, as counted by ClickHouse. */
export function createLinkViewsRepository(db: Tx) {
  return {
    /** Writes the views that changed. Deleted links are not created again. @returns the clients whose links changed. */
    async saveViews(totals: readonly LinkTotals[]): Promise<string[]> {
      if (totals.length === 0) return [];
      const uuids = totals.map(({ linkUuid }) => linkUuid);
      const views = totals.map((total) => total.views);
      const lastSec = totals.map((total) => total.lastSec);
      const { rows } = await sql<{ client_uuid: string }>`
        UPDATE export_links SET views = counted.views, last_view_at = to_timestamp(counted.last_sec)
        FROM unnest(${uuids}::uuid[], ${views}::bigint[], ${lastSec}::float8[]) AS counted (uuid, views, last_sec)
        WHERE export_links.uuid = counted.uuid AND (export_links.views <> counted.views
          OR export_links.last_view_at IS DISTINCT FROM to_timestamp(counted.last_sec))
        RETURNING export_links.client_uuid`.execute(db);
      return [...new Set(rows.map((row) => row.client_uuid))];
    },
  };
}
