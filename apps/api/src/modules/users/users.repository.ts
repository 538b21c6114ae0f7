import type { Role, UserListQuery } from "@shoal/contract";
import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { Tx } from "../../platform/database.ts";
import { likeAnywhere } from "../../platform/like.ts";
import type { User } from "../../platform/schema.ts";
import { selectUsers } from "../auth/index.ts";

type SortField = keyof NonNullable<UserListQuery["sort"]>;

const ORDER: Record<SortField, Expression<unknown>> = {
  username: sql`lower(users.username) COLLATE "fr-x-icu"`,
  name: sql`lower(users.name) COLLATE "fr-x-icu"`,
  email: sql`lower(users.email)`,
  createdAt: sql.ref("users.created_at"),
  lastLoginAt: sql.ref("users.last_login_at"),
};

export interface UserPage {
  query: UserListQuery;
  limit: number;
  offset: number;
}

/**
 * The users of one client. Every function takes the client; undefined reads those of every client and is for the
 * administration alone.
 */
export function createUsersRepository(db: Tx) {
  const inClient = (clientUuid: string | undefined) =>
    clientUuid ? selectUsers(db).where("users.client_uuid", "=", clientUuid) : selectUsers(db);

  return {
    findUser: (clientUuid: string | undefined, uuid: string) =>
      inClient(clientUuid).where("users.uuid", "=", uuid).executeTakeFirst(),

    listUsers(clientUuid: string | undefined, { query, limit, offset }: UserPage) {
      const [field = "username", direction = 1] = Object.entries(query.sort ?? {})[0] ?? [];
      return conditionsOf(query, clientUuid === undefined)
        .reduce((select, condition) => select.where(condition), inClient(clientUuid))
        .orderBy(sql`${ORDER[field as SortField]} ${sql.raw(direction === 1 ? "ASC" : "DESC")} NULLS LAST`)
        .orderBy("users.uuid")
        .limit(limit)
        .offset(offset)
        .execute();
    },

    async countUsers(clientUuid: string | undefined, query: UserListQuery): Promise<number> {
      const all = db.selectFrom("users").innerJoin("clients", "clients.uuid", "users.client_uuid");
      const own = clientUuid ? all.where("users.client_uuid", "=", clientUuid) : all;
      const { count } = await conditionsOf(query, clientUuid === undefined)
        .reduce((select, condition) => select.where(condition), own)
        .select(sql<number>`count(*)`.as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    async addUser(clientUuid: string, user: Omit<Insertable<User>, "client_uuid">): Promise<string> {
      const { uuid } = await db
        .insertInto("users")
        .values({ ...user, client_uuid: clientUuid })
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },

    async updateUser(clientUuid: string, uuid: string, change: Updateable<User>): Promise<void> {
      await db
        .updateTable("users")
        .set({ ...change, revision: sql<number>`revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    async deleteUser(clientUuid: string, uuid: string): Promise<void> {
      await db.deleteFrom("users").where("client_uuid", "=", clientUuid).where("uuid", "=", uuid).execute();
    },

    /** Links that were mailed to an address that is not the user's any more. */
    async endMailedLinks(uuid: string): Promise<void> {
      await db
        .deleteFrom("account_links")
        .where("user_uuid", "=", uuid)
        .where((is) => is.or([is("purpose", "!=", "activation"), is("email", "is not", null)]))
        .execute();
    },
  };
}

/**
 * What holds across users: names that are taken anywhere, and who is left to manage. Locks are taken in this order:
 * clients by uuid, then administrators.
 */
export function createUserRulesRepository(db: Tx) {
  return {
    /** Holds off every other change of who belongs to the clients and manages them. @returns those that exist. */
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

    /** The same for the administrators of the platform. */
    async lockAdministratorsForWork(): Promise<void> {
      await db
        .selectFrom("users")
        .select("uuid")
        .where(sql<boolean>`'admin' = ANY(roles)`)
        .orderBy("uuid")
        .forNoKeyUpdate()
        .execute();
    },

    /** The roles that a user has now; undefined when he is gone. */
    async findRolesForWork(uuid: string): Promise<Role[] | undefined> {
      const row = await db.selectFrom("users").select("roles").where("uuid", "=", uuid).executeTakeFirst();
      return row?.roles;
    },

    /**
     * Whether somebody else can take over: a manager of the client, or an administrator anywhere.
     * @param mustBeActivated somebody who was only invited may never come.
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

    /** Those of the names, in lower case, that a user of any client has. */
    async listTakenUsernames(names: readonly string[]): Promise<Set<string>> {
      const wanted = names.map((name) => name.toLowerCase());
      const rows = await db
        .selectFrom("users")
        .select(sql<string>`lower(username)`.as("username"))
        .where(sql<boolean>`lower(username) = ANY(${wanted})`)
        .execute();
      return new Set(rows.map(({ username }) => username));
    },

    async isEmailTaken(email: string, exceptUuid: string | undefined): Promise<boolean> {
      const row = await db
        .selectFrom("users")
        .select("uuid")
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .$if(exceptUuid !== undefined, (query) => query.where("uuid", "!=", exceptUuid ?? ""))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function conditionsOf({ search }: UserListQuery, isAcrossClients: boolean): Expression<SqlBool>[] {
  if (!search) return [];
  const pattern = likeAnywhere(search);
  const byClient = isAcrossClients ? sql`OR clients.name ILIKE ${pattern}` : sql``;
  return [
    sql`(users.username ILIKE ${pattern} OR users.name ILIKE ${pattern} OR users.email ILIKE ${pattern} ${byClient})`,
  ];
}
