import { AppError } from "@shoal/contract";
import { internalRoutes, type MovedTo } from "@shoal/contract/edge";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";

/**
 * Finds the current address of an object that had this uuid at another installation. An address that another client has or had is
 * not redirected, because an archive must not take over what other clients' pages embed. An address that two clients loaded is not
 * redirected either, unless one of them had it at this installation.
 */
export async function findMovedVideo(db: Tx, old: string): Promise<MovedTo | undefined> {
  const { rows } = await sql<{ kind: string; uuid: string }>`
    SELECT thing.kind, thing.new_uuid AS uuid FROM arrived_things AS thing
    WHERE thing.old_uuid = ${old} AND thing.new_uuid <> thing.old_uuid
      AND (thing.kind = 'videos' AND EXISTS (SELECT FROM videos WHERE uuid = thing.new_uuid
            AND client_uuid = thing.client_uuid AND trashed_at IS NULL AND NOT is_deleted)
        OR thing.kind = 'exportLinks' AND EXISTS (SELECT FROM export_links WHERE uuid = thing.new_uuid
            AND client_uuid = thing.client_uuid))
      AND NOT EXISTS (SELECT FROM videos WHERE uuid = thing.old_uuid AND client_uuid <> thing.client_uuid)
      AND NOT EXISTS (SELECT FROM export_links WHERE uuid = thing.old_uuid AND client_uuid <> thing.client_uuid)
      AND NOT EXISTS (SELECT FROM gone_uuids WHERE uuid = thing.old_uuid AND owner_uuid <> thing.client_uuid)
      AND (NOT EXISTS (SELECT FROM arrived_things AS other
          WHERE other.old_uuid = thing.old_uuid AND other.client_uuid <> thing.client_uuid)
        OR EXISTS (SELECT FROM videos WHERE uuid = thing.old_uuid)
        OR EXISTS (SELECT FROM export_links WHERE uuid = thing.old_uuid)
        OR EXISTS (SELECT FROM gone_uuids WHERE uuid = thing.old_uuid))`.execute(db);
  const [found] = rows;
  return found && { kind: found.kind === "videos" ? "video" : "link", uuid: found.uuid };
}

export function registerMovedCall(app: FastifyInstance, guardFor: GuardFor, db: Tx): void {
  bindRoutes(app, guardFor, internalRoutes, {
    getMoved: async ({ params }) => {
      const moved = await findMovedVideo(db, params.uuid);
      if (!moved) throw new AppError("not_found", "Nothing was imported under this uuid");
      return moved;
    },
  });
}
