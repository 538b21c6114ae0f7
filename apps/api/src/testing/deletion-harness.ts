import { routes } from "@shoal/contract";
import { sql } from "kysely";
import type { TestApi, TestUser } from "../test-api.ts";

/** Counts the rows of a user's client. */
export async function countOf(
  api: TestApi,
  table: "clients" | "users" | "videos" | "video_stats",
  user: TestUser,
): Promise<number | undefined> {
  const column = table === "clients" ? "uuid" : "client_uuid";
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} = ${user.clientUuid}`.execute(api.database.db);
  return rows[0]?.count;
}

/** Schedules the deletion of a user's client and moves its date into the past. */
export async function makeDeletionDueOf(api: TestApi, user: TestUser): Promise<void> {
  await user.call(routes.planClientDeletion, { params: { id: user.clientUuid } });
  await makeDeletionDue(api, user);
}

/** Moves the scheduled deletion date of a user's client into the past. */
export async function makeDeletionDue(api: TestApi, user: TestUser): Promise<void> {
  await api.database.db
    .updateTable("clients")
    .set({ deletion_at: new Date(Date.now() - 1_000) })
    .where("uuid", "=", user.clientUuid)
    .execute();
}
