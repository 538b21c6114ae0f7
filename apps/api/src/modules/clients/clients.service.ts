import {
  AppError,
  type BodyOf,
  type ClientListQuery,
  type ClientView,
  DEFAULT_PAGE_SIZE,
  type ResponseOf,
  type routes,
} from "@shoal/contract";
import { findDeletionDate, hasRole } from "@shoal/domain";
import type { Updateable } from "kysely";
import type { Database, Tx } from "../../platform/database.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Client } from "../../platform/schema.ts";
import { isUniqueViolation } from "../../platform/unique-violation.ts";
import type { Actor } from "../auth/index.ts";
import { assertMayRead, assertOwnClient, clientNotFound } from "./clients.policy.ts";
import { columnsOfClient, presentClient, presentOwnKey } from "./clients.present.ts";
import { createClientsRepository } from "./clients.repository.ts";

export interface ClientsDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
}
type Page = { _embedded: ClientView[]; _size: number };

/** Clients: contact, default parameters, and for the administration their type, flags and subscription. */
export function createClientsService({ db, realtime }: ClientsDeps) {
  const service = {
    /** Every client for an administrator, also while he views one, so that he can go on to the next. */
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
      const rows = clients.listForAdministration({ query, limit, offset: (query.page - 1) * limit });
      return { _embedded: (await rows).map(presentClient), _size: await size };
    },

    /** @throws AppError "client_not_found". */
    async getClient(actor: Actor, clientUuid: string): Promise<ClientView> {
      assertMayRead(actor, clientUuid);
      return read(db, clientUuid);
    },

    /** What encoders publish with: the key of the client itself. @throws AppError "client_not_found". */
    async listStreamKeys(
      actor: Actor,
      clientUuid: string,
    ): Promise<ResponseOf<typeof routes.listStreamKeys>> {
      assertOwnClient(actor, clientUuid);
      const client = await createClientsRepository(db).findClient(clientUuid);
      if (!client) throw clientNotFound();
      return [presentOwnKey(client)];
    },

    /** @throws AppError "client_name_taken". */
    async createClient({
      clientname,
      type,
      ...rest
    }: BodyOf<typeof routes.createClient>): Promise<ClientView> {
      const columns = { ...columnsOfClient(rest), name: clientname, type };
      const uuid = await createClientsRepository(db)
        .addClient(columns as typeof columns & { name: string })
        .catch(explainNameTaken);
      return read(db, uuid);
    },

    /** @throws AppError "client_not_found" or "edit_conflict". */
    async updateClient(actor: Actor, clientUuid: string, change: BodyOf<typeof routes.updateClient>) {
      assertOwnClient(actor, clientUuid);
      const { revision, ...rest } = change;
      return update(clientUuid, revision, () => columnsOfClient(rest));
    },

    /** @throws AppError "client_not_found", "edit_conflict" or "client_name_taken". */
    updateClientAsAdmin(clientUuid: string, change: BodyOf<typeof routes.updateClientAsAdmin>) {
      const { revision, ...rest } = change;
      return update(clientUuid, revision, (client) => {
        const columns = columnsOfClient(rest);
        // A planned deletion stands at the end of the subscription, wherever that is.
        if (rest.subscriptionEndsAt !== undefined && client.data_to_delete)
          columns.deletion_at = findDeletionDate(dateOf(rest.subscriptionEndsAt), new Date());
        return columns;
      });
    },

    setContractSigned: (clientUuid: string, isSigned: boolean) =>
      note(clientUuid, { is_contract_signed: isSigned }),

    setBankDetailsReceived: (clientUuid: string, areThere: boolean) =>
      note(clientUuid, { has_bank_details: areThere }),
  };
  return service;

  async function update(
    clientUuid: string,
    revision: number,
    columnsFor: (client: { data_to_delete: boolean }) => Updateable<Client>,
  ): Promise<ClientView> {
    const view = await db
      .transaction()
      .execute(async (tx) => {
        const clients = createClientsRepository(tx);
        const client = await clients.lockClient(clientUuid);
        if (!client) throw clientNotFound();
        if (!(await clients.updateClient(clientUuid, revision, columnsFor(client)))) throw editConflict();
        return read(tx, clientUuid);
      })
      .catch(explainNameTaken);
    realtime.emit(clientUuid, "client.changed", { uuid: clientUuid });
    return view;
  }

  async function note(clientUuid: string, change: Updateable<Client>): Promise<ClientView> {
    await createClientsRepository(db).noteClient(clientUuid, change);
    const view = await read(db, clientUuid);
    realtime.emit(clientUuid, "client.changed", { uuid: clientUuid });
    return view;
  }
}
export type ClientsService = ReturnType<typeof createClientsService>;

async function read(db: Tx, clientUuid: string): Promise<ClientView> {
  const row = await createClientsRepository(db).findClient(clientUuid);
  if (!row) throw clientNotFound();
  return presentClient(row);
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

const editConflict = () =>
  new AppError("edit_conflict", "Somebody else changed this client meanwhile: read it again");

function explainNameTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new AppError("client_name_taken", "Another client has this name", [
    { path: "clientname", reason: "is already used" },
  ]);
}
