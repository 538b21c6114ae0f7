import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";

/** Creates the repository of client names for consumption, which is for administrators only. */
export function createConsumptionRepository(db: Tx) {
  return {
    async listClients(search = "") {
      const rows = await db
        .selectFrom("clients")
        .select(["uuid", "name", "free_tier"])
        .where("name", "ilike", likeAnywhere(search))
        .orderBy("name")
        .orderBy("uuid")
        .execute();
      return rows.map(({ uuid, name, free_tier }) => ({ uuid, clientname: name, freeTier: free_tier }));
    },
  };
}
