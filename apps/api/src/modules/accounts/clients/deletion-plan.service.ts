import type { ClientView } from "@shoal/contract";
import { findDeletionDate } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor, AuthService } from "../auth/index.ts";
import type { MailSender } from "../mails/index.ts";
import { assertNoAdministrator } from "./client-deletion.service.ts";
import { assertOwnClient, clientNotFound } from "./clients.policy.ts";
import { presentClient } from "./clients.present.ts";
import { createClientsRepository } from "./clients.repository.ts";
import { CLIENT_MAILS } from "./mails/index.ts";
import { listMailedManagers } from "./managers.ts";

export interface DeletionPlanDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  mails: MailSender;
  auth: Pick<AuthService, "admitDeletionPlan">;
}

/** Schedules and cancels the deletion of a client for its managers (§4). */
export function createDeletionPlanService({ db, realtime, mails, auth }: DeletionPlanDeps) {
  return {
    /**
     * Schedules the deletion; an existing schedule is kept. The limit also bounds the mails about cancelled deletions, and
     * cancelling itself is never rejected.
     * @throws AppError "client_not_found" or "forbidden"; TooManyRequestsError.
     */
    async planDeletion(actor: Actor, clientUuid: string): Promise<ClientView> {
      assertOwnClient(actor, clientUuid);
      if (!actor.user.data_to_delete) await auth.admitDeletionPlan(clientUuid);
      return change(actor, clientUuid, async (tx, client) => {
        if (client.data_to_delete) return;
        await assertNoAdministrator(tx, clientUuid);
        const deletionAt = findDeletionDate(client.subscription_ends_at, new Date());
        await createClientsRepository(tx).recordClient(clientUuid, {
          data_to_delete: true,
          deletion_at: deletionAt,
        });
        const values = { clientName: client.name, deletionAt: deletionAt.toISOString() };
        for (const { email, language } of await listMailedManagers(tx, clientUuid))
          await mails.send(tx, {
            mail: CLIENT_MAILS["client-deletion-planned"],
            to: email,
            language,
            values,
          });
      });
    },

    /** Cancels a scheduled deletion. @throws AppError "client_not_found", also if it was already carried out. */
    keepClient: (actor: Actor, clientUuid: string) =>
      change(actor, clientUuid, async (tx, client) => {
        if (!client.data_to_delete) return;
        await createClientsRepository(tx).recordClient(clientUuid, {
          data_to_delete: false,
          deletion_at: null,
        });
        const values = { clientName: client.name };
        for (const { email, language } of await listMailedManagers(tx, clientUuid))
          await mails.send(tx, { mail: CLIENT_MAILS["client-kept"], to: email, language, values });
      }),
  };

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
export type DeletionPlanService = ReturnType<typeof createDeletionPlanService>;
type LockedClient = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createClientsRepository>["lockClient"]>>
>;
