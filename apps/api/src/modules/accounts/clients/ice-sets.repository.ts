import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { StoredIceServer } from "./ice-servers.ts";

/** Creates the repository of one client's sets of STUN and TURN servers. Every query is limited to the client. */
export function createIceSetsRepository(db: Tx) {
  const ofClient = (clientUuid: string) =>
    db
      .selectFrom("client_ice_sets")
      .innerJoin("clients", "clients.uuid", "client_ice_sets.client_uuid")
      .selectAll("client_ice_sets")
      .select(sql<boolean>`clients.ice_set_uuid IS NOT DISTINCT FROM client_ice_sets.uuid`.as("is_in_force"))
      .where("client_ice_sets.client_uuid", "=", clientUuid);
  return {
    listSets: (clientUuid: string) => ofClient(clientUuid).orderBy("client_ice_sets.name").execute(),

    async addSet(
      clientUuid: string,
      { uuid, name, iceServers }: { uuid: string; name: string; iceServers: StoredIceServer[] },
    ): Promise<void> {
      await db
        .insertInto("client_ice_sets")
        .values({ uuid, client_uuid: clientUuid, name, ice_servers: JSON.stringify(iceServers) })
        .execute();
    },

    async updateSet(
      clientUuid: string,
      uuid: string,
      change: { name?: string | undefined; iceServers?: StoredIceServer[] | undefined },
    ): Promise<void> {
      const columns = {
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(change.iceServers === undefined ? {} : { ice_servers: JSON.stringify(change.iceServers) }),
      };
      if (Object.keys(columns).length === 0) return;
      await db
        .updateTable("client_ice_sets")
        .set({ ...columns, revision: sql`revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    /** @param uuid the set; null for the platform's set. */
    async putIntoForce(clientUuid: string, uuid: string | null): Promise<void> {
      await db.updateTable("clients").set({ ice_set_uuid: uuid }).where("uuid", "=", clientUuid).execute();
    },
  };
}
