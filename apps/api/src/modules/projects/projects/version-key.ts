import { type Expression, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Identifies a version of a client's project. */
export interface VersionKey {
  clientUuid: string;
  projectUuid: string;
  number: number;
}

/**
 * Returns the condition that rows belong to a version.
 * @param table a table with the columns `client_uuid`, `project_uuid` and `version_number`.
 */
export const versionCondition = (
  { clientUuid, projectUuid, number }: VersionKey,
  table: string,
): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${table}.client_uuid`)} = ${clientUuid} AND ${sql.ref(`${table}.project_uuid`)} = ${projectUuid}
    AND ${sql.ref(`${table}.version_number`)} = ${number})`;

/** Whether a version exists. */
export async function hasVersion(db: Tx, { clientUuid, projectUuid, number }: VersionKey): Promise<boolean> {
  const found = await db
    .selectFrom("project_versions")
    .select("number")
    .where("client_uuid", "=", clientUuid)
    .where("project_uuid", "=", projectUuid)
    .where("number", "=", number)
    .executeTakeFirst();
  return found !== undefined;
}

/** Finds users of a client with one of the names, ignoring case. */
export const findUsersByName = (
  db: Tx,
  clientUuid: string,
  userUuids: readonly string[],
  names: readonly string[],
): Promise<{ uuid: string; username: string }[]> =>
  db
    .selectFrom("users")
    .select(["uuid", "username"])
    .where("client_uuid", "=", clientUuid)
    .where(sql<SqlBool>`uuid = ANY(${userUuids}::uuid[])`)
    .where(sql<SqlBool>`lower(username) = ANY(SELECT lower(name) FROM unnest(${names}::text[]) AS name)`)
    .execute();
