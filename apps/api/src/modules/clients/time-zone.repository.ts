import type { Tx } from "../../platform/database.ts";

/** Where a client's days and months begin: an IANA name, UTC until it has chosen one. */
export async function findTimeZone(db: Tx, clientUuid: string): Promise<string> {
  const row = await db
    .selectFrom("client_rules")
    .select("time_zone")
    .where("client_uuid", "=", clientUuid)
    .executeTakeFirst();
  return row?.time_zone ?? "UTC";
}
