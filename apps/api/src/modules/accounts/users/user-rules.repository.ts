import type { Role } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Checks rules across users: taken names and remaining managers. Clients are locked by uuid, before administrators. */
export function createUserRulesRepository(db: Tx) {
  return {
    /** Blocks other changes to the clients' users and managers. @returns the clients that exist. */
    async lockClientsForWork(uuids: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom("clients")
        .select("uuid")
        .where("uuid", "in", [...new Set(uuids)])
        .orderBy("uuid")
        .forNoKeyUpdate()
        .execute();
      return rows.map(({ uuid }) => uuid);
    },

    /** Blocks other changes to the platform's administrators. */
    async lockAdministratorsForWork(): Promise<void> {
      await db
        .selectFrom("users")
        .select("uuid")
        .where(sql<boolean>`'admin' = ANY(roles)`)
        .orderBy("uuid")
        .forNoKeyUpdate()
        .execute();
    },

    /** Finds a user's current roles; undefined if the user no longer exists. */
    async findRolesForWork(uuid: string): Promise<Role[] | undefined> {
      const row = await db.selectFrom("users").select("roles").where("uuid", "=", uuid).executeTakeFirst();
      return row?.roles;
    },

    /**
     * Whether another user can take over: a manager of the client, or an administrator anywhere.
     * @param mustBeActivated excludes users who were only invited, since they may never sign in.
     */
    async hasOther(
      role: "manager" | "admin",
      user: { uuid: string; client_uuid: string },
      mustBeActivated: boolean,
    ): Promise<boolean> {
      const row = await db
        .selectFrom("users")
        .select("uuid")
        .where("uuid", "!=", user.uuid)
        .where(sql<boolean>`${role} = ANY(roles)`)
        .$if(role === "manager", (query) => query.where("client_uuid", "=", user.client_uuid))
        .$if(mustBeActivated, (query) => query.where("activated_at", "is not", null))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Lists the names, in lower case, that a user of any client has. */
    async listTakenUsernames(names: readonly string[]): Promise<Set<string>> {
      const wanted = names.map((name) => name.toLowerCase());
      const rows = await db
        .selectFrom("users")
        .select(sql<string>`lower(username)`.as("username"))
        .where(sql<boolean>`lower(username) = ANY(${wanted})`)
        .execute();
      return new Set(rows.map(({ username }) => username));
    },

    /** Whether another user of the client has the address. If no client is given, the client of the excepted user is used. */
    async isEmailTaken(
      email: string,
      { clientUuid, exceptUuid }: { clientUuid?: string | undefined; exceptUuid?: string | undefined },
    ): Promise<boolean> {
      const row = await db
        .selectFrom("users")
        .select("uuid")
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .where("client_uuid", "=", (eb) =>
          clientUuid === undefined
            ? eb
                .selectFrom("users as kept")
                .select("kept.client_uuid")
                .where("kept.uuid", "=", exceptUuid ?? "")
            : eb.val(clientUuid),
        )
        .$if(exceptUuid !== undefined, (query) => query.where("uuid", "!=", exceptUuid ?? ""))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
