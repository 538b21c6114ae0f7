import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Lists the recipients of emails about a client: its managers with a verified address. */
export const listMailedManagers = (db: Tx, clientUuid: string) =>
  db
    .selectFrom("users")
    .innerJoin("clients", "clients.uuid", "users.client_uuid")
    .select(["users.email", "users.language", "clients.name as clientName"])
    .where("users.client_uuid", "=", clientUuid)
    .where("users.email", "is not", null)
    .where("users.email_verified_at", "is not", null)
    .where(sql<boolean>`'manager' = ANY(users.roles)`)
    .orderBy("users.uuid")
    .$narrowType<{ email: string }>()
    .execute();
