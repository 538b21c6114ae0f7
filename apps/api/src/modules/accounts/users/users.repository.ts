import type { UserListQuery } from "@shoal/contract";
import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import type { User } from "../../../platform/schema.ts";
import { selectUsers } from "../auth/index.ts";

type SortField = keyof NonNullable<UserListQuery["sort"]>;

const SORT_EXPRESSIONS: Record<SortField, Expression<unknown>> = {
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
 * Creates the repository of a client's users. The first parameter of every function is the client; undefined means all clients, for
 * platform administration only.
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
        .orderBy(
          sql`${SORT_EXPRESSIONS[field as SortField]} ${sql.raw(direction === 1 ? "ASC" : "DESC")} NULLS LAST`,
        )
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

    /** Invalidates links that were mailed to a previous address. */
    async endMailedLinks(uuid: string): Promise<void> {
      await db
        .deleteFrom("account_links")
        .where("user_uuid", "=", uuid)
        .where((is) => is.or([is("purpose", "!=", "activation"), is("email", "is not", null)]))
        .execute();
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
