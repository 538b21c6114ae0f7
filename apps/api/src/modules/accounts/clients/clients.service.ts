import {
  type BodyOf,
  type ClientListQuery,
  type ClientView,
  DEFAULT_PAGE_SIZE,
  type routes,
} from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import type { Database } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../auth/index.ts";
import { createClientChanges, readClient } from "./client-changes.ts";
import { assertCanRead, assertOwnClient } from "./clients.policy.ts";
import { columnsOfClient, presentClient } from "./clients.present.ts";
import { createClientsRepository } from "./clients.repository.ts";

export interface ClientsDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
}
type Page = { _embedded: ClientView[]; _size: number };

/** Manages the fields of clients that their users see: contact, default parameters, keys. */
export function createClientsService({ db, realtime }: ClientsDeps) {
  const changes = createClientChanges({ db, realtime });
  return {
    /** Lists all clients for administrators, even while they view one, so that they can switch to another. */
    async listClients(actor: Actor, query: ClientListQuery): Promise<Page> {
      const clients = createClientsRepository(db);
      if (!hasRole(actor.roles, "admin")) {
        const own = await clients.findClient(actor.clientUuid);
        const isWanted = query.pagesize !== 0 && query.page === 1;
        return { _embedded: own && isWanted ? [presentClient(own)] : [], _size: own ? 1 : 0 };
      }
      const limit = query.pagesize ?? DEFAULT_PAGE_SIZE;
      const size = clients.countForAdministration(query);
      if (limit === 0) return { _embedded: [], _size: await size };
      const page = { query, limit, offset: (query.page - 1) * limit };
      const [rows, count] = await Promise.all([clients.listForAdministration(page), size]);
      return { _embedded: rows.map(presentClient), _size: count };
    },

    /** @throws AppError "client_not_found". */
    async getClient(actor: Actor, clientUuid: string): Promise<ClientView> {
      assertCanRead(actor, clientUuid);
      return readClient(db, clientUuid);
    },

    /** @throws AppError "client_not_found" or "edit_conflict". */
    async updateClient(actor: Actor, clientUuid: string, change: BodyOf<typeof routes.updateClient>) {
      assertOwnClient(actor, clientUuid);
      const { revision, ...rest } = change;
      return changes.update(clientUuid, revision, () => columnsOfClient(rest));
    },
  };
}
export type ClientsService = ReturnType<typeof createClientsService>;
