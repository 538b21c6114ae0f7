import type { Tx } from "../../../platform/database.ts";

/** Where a client's days and months begin: an IANA name, UTC until it has chosen one. */
export const findTimeZone = async (db: Tx, clientUuid: string): Promise<string> =>
  (await findChosenTimeZone(db, clientUuid)) ?? "UTC";

/** The time zone that a client chose, an IANA name; undefined until it has. */
export async function findChosenTimeZone(db: Tx, clientUuid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("client_rules")
    .select("time_zone")
    .where("client_uuid", "=", clientUuid)
    .executeTakeFirst();
  return row?.time_zone ?? undefined;
}
