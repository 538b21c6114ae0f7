import type { ExportLinkDescriptor } from "@shoal/contract/edge";
import type { Tx } from "../../../platform/database.ts";
import { createExportLinksRepository } from "./export-links.repository.ts";

/** Reads what edges need of a link; undefined if it does not exist. */
export async function readLinkDescriptor(db: Tx, uuid: string): Promise<ExportLinkDescriptor | undefined> {
  const row = await createExportLinksRepository(db).findForEdge(uuid);
  return (
    row && {
      uuid,
      clientId: row.client_uuid,
      videoUuid: row.video_uuid,
      revision: row.revision,
      isPaused: row.is_paused,
      endsAt: row.ends_at?.toISOString() ?? null,
      sites: row.sites,
    }
  );
}
