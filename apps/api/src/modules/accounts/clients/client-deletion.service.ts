import { AppError } from "@shoal/contract";
import { need } from "../../../platform/composition/need.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import { defineTask, type JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../auth/index.ts";
import type { LogWriter } from "../logs/index.ts";
import { createClientDeletionRepository } from "./client-deletion.repository.ts";
import { clientNotFound } from "./clients.policy.ts";

/** The number of videos whose jobs and media are removed with one statement and one purge. */
const VIDEOS_PER_BATCH = 500;
/** Seconds until statistics are removed a second time, because viewers' reports can arrive late. */
const SECOND_DELETION_AFTER_SEC = 2 * 3_600;
/** The log name of scheduled deletions. */
const DELETION_LOG_TYPE = "DELETE /api/clients/{id}/data";

/** Removes the statistics of a deleted client. */
export const DELETE_STATISTICS = defineTask<{ clientUuid: string }>("forget-statistics");

/** Lists the folders of a client's media outside of its videos, each with a `/` at the end. */
export type ListMedia = (tx: Tx, clientUuid: string) => Promise<string[]>;
export const MEDIA_OF_CLIENT = need<ListMedia>("media of clients");

/**
 * Bills everything that is unbilled.
 * @throws AppError "unavailable" if the figures are currently unknown, in which case the client is kept.
 */
export type BillUnbilled = (tx: Tx, clientUuid: string) => Promise<void>;
export const LAST_INVOICES = need<BillUnbilled>("last invoices of clients");

/** Deletes the client at the payment provider, which stores its name, address and card. */
export type ForgetPayer = (tx: Tx, clientUuid: string) => Promise<void>;
export const PAYER_DELETION = need<ForgetPayer>("clients at the payment provider");

export interface ClientDeletionDeps {
  db: Database;
  queue: Pick<JobQueue, "dropQueued" | "sendPurge" | "sendTask">;
  realtime: Pick<Realtime, "disconnectClient">;
  logs: Pick<LogWriter, "write">;
  listMedia: ListMedia;
  billLast: BillUnbilled;
  forgetPayer: ForgetPayer;
  onError: (error: unknown) => void;
}

/** Deletes clients (§4), either immediately or at the scheduled time. */
export function createClientDeletionService({
  db,
  queue,
  realtime,
  logs,
  listMedia,
  billLast,
  forgetPayer,
  onError,
}: ClientDeletionDeps) {
  return {
    /**
     * @throws AppError "client_not_found", "forbidden", "bad_request" if the name differs, or "unavailable" while its last
     * invoice cannot be made.
     */
    async deleteNow(actor: Actor, clientUuid: string, clientName: string): Promise<{ name: string }> {
      if (clientUuid === actor.ownClientUuid) throw new AppError("forbidden", "This is your own client");
      const client = await db.transaction().execute(async (tx) => {
        const found = await createClientDeletionRepository(tx).lockClient(clientUuid);
        if (!found) throw clientNotFound();
        if (found.name !== clientName) throw wrongNameError();
        await assertNoAdministrator(tx, clientUuid);
        await deleteAll(tx, clientUuid);
        return found;
      });
      realtime.disconnectClient(clientUuid);
      return client;
    },

    /** Carries out every due deletion. A deletion that fails does not block the others and is tried again later. */
    async carryOutDue(): Promise<void> {
      const tried: string[] = [];
      for (let before = -1; before < tried.length; ) {
        before = tried.length;
        await deleteNextDue(tried).catch(onError);
      }
    },
  };

  /** Deletes the next due client in one transaction, so that after a crash it is intact and still due. */
  async function deleteNextDue(tried: string[]): Promise<void> {
    const client = await db.transaction().execute(async (tx) => {
      const due = await createClientDeletionRepository(tx).lockNextDueForWork(tried);
      if (!due) return undefined;
      tried.push(due.uuid);
      await deleteAll(tx, due.uuid);
      await logs.write(tx, {
        clientUuid: due.uuid,
        clientName: due.name,
        type: DELETION_LOG_TYPE,
        target: due.name,
      });
      return due;
    });
    if (client) realtime.disconnectClient(client.uuid);
  }

  async function deleteAll(tx: Tx, clientUuid: string): Promise<void> {
    const deletion = createClientDeletionRepository(tx);
    await deletion.allowLongStatements();
    await billLast(tx, clientUuid);
    await forgetPayer(tx, clientUuid);
    const recordings = await deletion.listRecordings(clientUuid);
    const uuids = await deletion.deleteVideos(clientUuid);
    for (let from = 0; from < uuids.length; from += VIDEOS_PER_BATCH) {
      const batch = uuids.slice(from, from + VIDEOS_PER_BATCH);
      await queue.dropQueued(tx, ...batch);
      await queue.sendPurge(tx, {
        prefixes: batch.flatMap((uuid) => [`videos/${uuid}/`, `uploads/${uuid}/`, `lives/${uuid}/`]),
      });
    }
    const prefixes = [...(await listMedia(tx, clientUuid)), ...recordings];
    if (prefixes.length > 0) await queue.sendPurge(tx, { prefixes });
    await deletion.deleteClient(clientUuid);
    await queue.sendTask(tx, DELETE_STATISTICS, { clientUuid });
    await queue.sendTask(tx, DELETE_STATISTICS, { clientUuid }, SECOND_DELETION_AFTER_SEC);
  }
}
export type ClientDeletionService = ReturnType<typeof createClientDeletionService>;

/** Checks that deleting a client does not delete an administrator of the platform. @throws AppError "forbidden". */
export async function assertNoAdministrator(tx: Tx, clientUuid: string): Promise<void> {
  if (await createClientDeletionRepository(tx).hasAdministrator(clientUuid))
    throw new AppError(
      "forbidden",
      "A platform administrator belongs to this client: move or delete that administrator first",
    );
}

const wrongNameError = () =>
  new AppError("bad_request", "Some fields are not valid", [
    { path: "clientname", reason: "is not the name of this client" },
  ]);
