import { AppError, type ClientView } from "@shoal/contract";
import { findDeletionDate } from "@shoal/domain";
import type { Database, Tx } from "../../platform/database.ts";
import type { JobQueue } from "../../platform/queue/job-queue.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Actor } from "../auth/index.ts";
import type { LogWriter } from "../logs/index.ts";
import type { MailSender } from "../mails/index.ts";
import { createClientDeletionRepository } from "./client-deletion.repository.ts";
import { assertOwnClient, clientNotFound } from "./clients.policy.ts";
import { presentClient } from "./clients.present.ts";
import { createClientsRepository } from "./clients.repository.ts";

/** Videos whose jobs and media go with one statement and one purge. */
const BATCH = 500;
/** Reports of viewers may come late: what they left is removed once more. */
const FORGET_AGAIN_AFTER_SEC = 2 * 3_600;
/** What the schedule's own deletions are called in the log. */
const DELETED = "DELETE /api/clients/{id}/data";

export interface ClientDeletionDeps {
  db: Database;
  queue: Pick<JobQueue, "dropQueued" | "sendPurge" | "sendTask">;
  realtime: Pick<Realtime, "emit" | "disconnectClient">;
  mails: MailSender;
  logs: Pick<LogWriter, "write">;
  onError: (error: unknown) => void;
}

/** The end of a client (§4): planned, taken back, carried out. */
export function createClientDeletionService({
  db,
  queue,
  realtime,
  mails,
  logs,
  onError,
}: ClientDeletionDeps) {
  return {
    /** Plans the deletion; one that is planned stays as it is. @throws AppError "client_not_found" or "forbidden". */
    planDeletion: (actor: Actor, clientUuid: string) =>
      change(actor, clientUuid, async (tx, client) => {
        if (client.data_to_delete) return;
        await assertNoAdministrator(tx, clientUuid);
        const deletionAt = findDeletionDate(client.subscription_ends_at, new Date());
        await createClientsRepository(tx).noteClient(clientUuid, {
          data_to_delete: true,
          deletion_at: deletionAt,
        });
        const values = { clientName: client.name, deletionAt: deletionAt.toISOString() };
        for (const { email, language } of await createClientsRepository(tx).listManagers(clientUuid))
          await mails.send(tx, { template: "client-deletion-planned", to: email, language, values });
      }),

    /** Takes a planned deletion back. @throws AppError "client_not_found", also when it was carried out. */
    keepClient: (actor: Actor, clientUuid: string) =>
      change(actor, clientUuid, async (tx, client) => {
        if (!client.data_to_delete) return;
        await createClientsRepository(tx).noteClient(clientUuid, {
          data_to_delete: false,
          deletion_at: null,
        });
        const values = { clientName: client.name };
        for (const { email, language } of await createClientsRepository(tx).listManagers(clientUuid))
          await mails.send(tx, { template: "client-kept", to: email, language, values });
      }),

    /** @throws AppError "client_not_found", "forbidden", or "bad_request" when the name is another one. */
    async deleteNow(actor: Actor, clientUuid: string, clientName: string): Promise<{ name: string }> {
      if (clientUuid === actor.ownClientUuid) throw new AppError("forbidden", "This is your own client");
      const client = await db.transaction().execute(async (tx) => {
        const found = await createClientDeletionRepository(tx).lockClient(clientUuid);
        if (!found) throw clientNotFound();
        if (found.name !== clientName) throw wrongName();
        await assertNoAdministrator(tx, clientUuid);
        await deleteAll(tx, clientUuid);
        return found;
      });
      realtime.disconnectClient(clientUuid);
      return client;
    },

    /** Carries out every deletion that is due; one that fails holds up no other and is tried again later. */
    async carryOutDue(): Promise<void> {
      const tried: string[] = [];
      for (let before = -1; before < tried.length; ) {
        before = tried.length;
        await deleteNextDue(tried).catch(onError);
      }
    },
  };

  /** One transaction a client: a crash in the middle leaves it whole, and due. */
  async function deleteNextDue(tried: string[]): Promise<void> {
    const client = await db.transaction().execute(async (tx) => {
      const due = await createClientDeletionRepository(tx).lockNextDueForWork(tried);
      if (!due) return undefined;
      tried.push(due.uuid);
      await deleteAll(tx, due.uuid);
      await logs.write(tx, { clientUuid: due.uuid, clientName: due.name, type: DELETED, target: due.name });
      return due;
    });
    if (client) realtime.disconnectClient(client.uuid);
  }

  async function deleteAll(tx: Tx, clientUuid: string): Promise<void> {
    const deletion = createClientDeletionRepository(tx);
    await deletion.allowLongStatements();
    const uuids = await deletion.deleteVideos(clientUuid);
    for (let from = 0; from < uuids.length; from += BATCH) {
      const batch = uuids.slice(from, from + BATCH);
      await queue.dropQueued(tx, ...batch);
      await queue.sendPurge(tx, {
        prefixes: batch.flatMap((uuid) => [`videos/${uuid}/`, `uploads/${uuid}/`]),
      });
    }
    await deletion.deleteClient(clientUuid);
    await queue.sendTask(tx, "forget-statistics", { clientUuid });
    await queue.sendTask(tx, "forget-statistics", { clientUuid }, FORGET_AGAIN_AFTER_SEC);
  }

  async function change(
    actor: Actor,
    clientUuid: string,
    work: (tx: Tx, client: LockedClient) => Promise<void>,
  ): Promise<ClientView> {
    assertOwnClient(actor, clientUuid);
    const row = await db.transaction().execute(async (tx) => {
      const clients = createClientsRepository(tx);
      const client = await clients.lockClient(clientUuid);
      if (!client) throw clientNotFound();
      await work(tx, client);
      return clients.findClient(clientUuid);
    });
    if (!row) throw clientNotFound();
    realtime.emit(clientUuid, "client.changed", { uuid: clientUuid });
    return presentClient(row);
  }
}
export type ClientDeletionService = ReturnType<typeof createClientDeletionService>;
type LockedClient = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createClientsRepository>["lockClient"]>>
>;

/** Administrators keep the platform running: no deletion may take one along. */
async function assertNoAdministrator(tx: Tx, clientUuid: string): Promise<void> {
  if (await createClientDeletionRepository(tx).hasAdministrator(clientUuid))
    throw new AppError(
      "forbidden",
      "An administrator of the platform belongs to this client: move or delete him first",
    );
}

const wrongName = () =>
  new AppError("bad_request", "Some fields are not valid", [
    { path: "clientname", reason: "is not the name of this client" },
  ]);
