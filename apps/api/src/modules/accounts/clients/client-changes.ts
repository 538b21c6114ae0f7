import { AppError, type ClientView } from "@shoal/contract";
import type { Updateable } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Client } from "../../../platform/schema.ts";
import { isUniqueViolation } from "../../../platform/unique-violation.ts";
import { clientNotFound } from "./clients.policy.ts";
import { presentClient } from "./clients.present.ts";
import { createClientsRepository } from "./clients.repository.ts";

/** Saves changes to a client, and notifies the client's open pages. */
export function createClientChanges({ db, realtime }: { db: Database; realtime: Pick<Realtime, "emit"> }) {
  const announce = (uuid: string) => realtime.emit(uuid, "client.changed", { uuid });
  return {
    /**
     * Saves a change made in a form.
     * @param revision the revision on which the change is based; if it is missing, the last save wins.
     * @param columnsFor returns the columns to write for the locked row.
     * @throws AppError "client_not_found", "edit_conflict" or "client_name_taken".
     */
    async update(
      clientUuid: string,
      revision: number | undefined,
      columnsFor: (client: { data_to_delete: boolean }) => Updateable<Client>,
    ): Promise<ClientView> {
      const view = await db
        .transaction()
        .execute(async (tx) => {
          const clients = createClientsRepository(tx);
          const client = await clients.lockClient(clientUuid);
          if (!client) throw clientNotFound();
          const columns = columnsFor(client);
          if (!(await clients.updateClient(clientUuid, revision, columns))) throw editConflict();
          const changed = await readClient(tx, clientUuid);
          const isForEdges = columns.player_theme !== undefined || columns.claims_lifted !== undefined;
          if (isForEdges) await clients.touchClient(clientUuid);
          return changed;
        })
        .catch(explainNameTaken);
      announce(clientUuid);
      return view;
    },

    /** Saves fields that no form edits. @throws AppError "client_not_found". */
    async record(clientUuid: string, change: Updateable<Client>): Promise<ClientView> {
      await createClientsRepository(db).recordClient(clientUuid, change);
      const view = await readClient(db, clientUuid);
      announce(clientUuid);
      return view;
    },
  };
}

/** @throws AppError "client_not_found". */
export async function readClient(db: Tx, clientUuid: string): Promise<ClientView> {
  const row = await createClientsRepository(db).findClient(clientUuid);
  if (!row) throw clientNotFound();
  return presentClient(row);
}

const editConflict = () => new AppError("edit_conflict", "Someone else changed this client: fetch it again");

/** @throws AppError "client_name_taken" for a violated unique index, otherwise the original error. */
export function explainNameTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new AppError("client_name_taken", "This client name is already taken", [
    { path: "clientname", reason: "is already in use" },
  ]);
}
