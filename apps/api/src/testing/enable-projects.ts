import type { TestApi, TestUser } from "../test-api.ts";

/** Enables projects for a user's client. */
export async function offerProjects(
  { database }: Pick<TestApi, "database">,
  { clientUuid }: Pick<TestUser, "clientUuid">,
): Promise<void> {
  await database.db.updateTable("clients").set({ vireed: true }).where("uuid", "=", clientUuid).execute();
}
