import { sql } from "kysely";
import type { Tx } from "./database.ts";

/**
 * Makes other transactions that add objects to the client wait until this one ends. Called before the client's objects are
 * counted, so that a limit also holds for concurrent calls.
 */
export async function lockForAdding(db: Tx, clientUuid: string): Promise<void> {
  await sql`SELECT 1 FROM clients WHERE uuid = ${clientUuid} FOR NO KEY UPDATE`.execute(db);
}
