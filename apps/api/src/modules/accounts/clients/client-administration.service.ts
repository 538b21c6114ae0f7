import type { BodyOf, ClientView, routes } from "@shoal/contract";
import { findDeletionDate } from "@shoal/domain";
import { createClientChanges, explainNameTaken, readClient } from "./client-changes.ts";
import { columnsOfClient } from "./clients.present.ts";
import { createClientsRepository } from "./clients.repository.ts";
import type { ClientsDeps } from "./clients.service.ts";

/** Changes the fields of clients that administrators set: name, type, flags, subscription, documents. */
export function createClientAdministrationService({ db, realtime }: ClientsDeps) {
  const changes = createClientChanges({ db, realtime });
  return {
    /** @throws AppError "client_name_taken". */
    async createClient({
      clientname,
      type,
      ...rest
    }: BodyOf<typeof routes.createClient>): Promise<ClientView> {
      const uuid = await createClientsRepository(db)
        .addClient({ ...columnsOfClient(rest), name: clientname, type })
        .catch(explainNameTaken);
      return readClient(db, uuid);
    },

    /** @throws AppError "client_not_found", "edit_conflict" or "client_name_taken". */
    updateClient(clientUuid: string, change: BodyOf<typeof routes.updateClientAsAdmin>) {
      const { revision, ...rest } = change;
      return changes.update(clientUuid, revision, (client) => {
        const columns = columnsOfClient(rest);
        // A scheduled deletion moves with the end of the subscription.
        if (rest.subscriptionEndsAt !== undefined && client.data_to_delete)
          columns.deletion_at = findDeletionDate(toDate(rest.subscriptionEndsAt), new Date());
        return columns;
      });
    },

    setContractSigned: (clientUuid: string, isSigned: boolean) =>
      changes.record(clientUuid, { is_contract_signed: isSigned }),

    setBankDetailsReceived: (clientUuid: string, areThere: boolean) =>
      changes.record(clientUuid, { has_bank_details: areThere }),
  };
}
export type ClientAdministrationService = ReturnType<typeof createClientAdministrationService>;

const toDate = (text: string | null) => (text === null ? null : new Date(text));
