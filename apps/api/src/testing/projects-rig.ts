import type { TestApi, TestUser } from "../test-api.ts";

/** Gives a user's client the part of the product in which projects are. */
export async function offerProjects(
  { database }: Pick<TestApi, "database">,
  { clientUuid }: Pick<TestUser, "clientUuid">,
): Promise<void> {
  await database.db.updateTable("clients").set({ vireed: true }).where("uuid", "=", clientUuid).execute();
}
