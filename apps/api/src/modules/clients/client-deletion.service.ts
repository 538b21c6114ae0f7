import { AppError } from "@shoal/contract";
import type { Database, Tx } from "../../platform/database.ts";
import type { JobQueue } from "../../platform/queue/job-queue.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Actor } from "../auth/index.ts";
import type { LogWriter } from "../logs/index.ts";
import { folderOf } from "../pictures/index.ts";
import { createClientDeletionRepository } from "./client-deletion.repository.ts";
import { clientNotFound } from "./clients.policy.ts";

/** Videos whose jobs and media go with one statement and one purge. */
const BATCH = 500;
/** Reports of viewers may come late: what they left is removed once more. */
const FORGET_AGAIN_AFTER_SEC = 2 * 3_600;
/** What the schedule's own deletions are called in the log. */
const DELETED = "DELETE /api/clients/{id}/data";

export interface ClientDeletionDeps {
  db: Database;
  queue: Pick<JobQueue, "dropQueued" | "sendPurge" | "sendTask">;
  realtime: Pick<Realtime, "disconnectClient">;
  logs: Pick<LogWriter, "write">;
  onError: (error: unknown) => void;
}

/** The end of a client (§4): at once, or when the time that was planned has come. */
export function createClientDeletionService({ db, queue, realtime, logs, onError }: ClientDeletionDeps) {
  return {
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
    const pictures = await deletion.listPictures(clientUuid);
    if (pictures.length > 0) await queue.sendPurge(tx, { prefixes: pictures.map(folderOf) });
    await deletion.deleteClient(clientUuid);
    await queue.sendTask(tx, "forget-statistics", { clientUuid });
    await queue.sendTask(tx, "forget-statistics", { clientUuid }, FORGET_AGAIN_AFTER_SEC);
  }
}
export type ClientDeletionService = ReturnType<typeof createClientDeletionService>;

/** Administrators keep the platform running: no deletion may take one along. @throws AppError "forbidden". */
export async function assertNoAdministrator(tx: Tx, clientUuid: string): Promise<void> {
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
