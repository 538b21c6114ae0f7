import { WEBHOOK_DELIVERIES_PAGE_SIZE, type WebhookDeliveriesQuery } from "@shoal/contract";
import { type Insertable, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { WebhookRow } from "./webhooks.table.ts";

/** Creates the repository of a client's webhooks and their messages. */
export function createWebhooksRepository(db: Tx) {
  const ofClient = (clientUuid: string) =>
    db
      .selectFrom("webhooks")
      .selectAll("webhooks")
      .select((eb) =>
        eb
          .selectFrom("webhook_deliveries")
          .select(sql<number>`count(*)`.as("count"))
          .whereRef("webhook_deliveries.webhook_uuid", "=", "webhooks.uuid")
          .where("state", "=", "waiting")
          .as("waiting_count"),
      )
      .where("client_uuid", "=", clientUuid);

  const deliveries = (clientUuid: string, webhookUuid: string) =>
    db
      .selectFrom("webhook_deliveries")
      .innerJoin("webhook_events", "webhook_events.id", "webhook_deliveries.event_id")
      .selectAll("webhook_deliveries")
      .select(["webhook_events.uuid as event", "webhook_events.type", "webhook_events.at"])
      .where("webhook_deliveries.client_uuid", "=", clientUuid)
      .where("webhook_deliveries.webhook_uuid", "=", webhookUuid);

  /** Returns the values that start a message again, with an empty log. */
  const again = () =>
    db
      .updateTable("webhook_deliveries")
      .set({ state: "waiting", attempts: 0, due_at: sql`now()`, first_at: null });

  return {
    listWebhooks: (clientUuid: string) =>
      ofClient(clientUuid).orderBy("created_at").orderBy("uuid").execute(),

    findWebhook: (clientUuid: string, uuid: string) =>
      ofClient(clientUuid).where("uuid", "=", uuid).executeTakeFirst(),

    /** Locks the client, so that webhooks created at the same time are counted one after the other. */
    lockClient: (clientUuid: string) =>
      db.selectFrom("clients").select("uuid").where("uuid", "=", clientUuid).forNoKeyUpdate().execute(),

    async addWebhook(row: Insertable<WebhookRow>): Promise<void> {
      await db.insertInto("webhooks").values(row).execute();
    },

    /** Updates a webhook. @returns whether the revision matched, or none was given. */
    async updateWebhook(
      { clientUuid, uuid, revision }: { clientUuid: string; uuid: string; revision?: number | undefined },
      change: Updateable<WebhookRow>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("webhooks")
        .set({ ...change, revision: sql`revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .$if(revision !== undefined, (query) => query.where("revision", "=", revision ?? 0))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async deleteWebhook(clientUuid: string, uuid: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("webhooks")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Gives up the waiting messages of a webhook. */
    async giveUpWaiting(clientUuid: string, webhookUuid: string): Promise<void> {
      await db
        .updateTable("webhook_deliveries")
        .set({ state: "failed" })
        .where("client_uuid", "=", clientUuid)
        .where("webhook_uuid", "=", webhookUuid)
        .where("state", "=", "waiting")
        .execute();
    },

    /** Adds a test event for this webhook only. */
    async addTestEvent(clientUuid: string, webhookUuid: string): Promise<void> {
      const { id } = await db
        .insertInto("webhook_events")
        .values({
          client_uuid: clientUuid,
          type: "webhook.test",
          subject: webhookUuid,
          data: JSON.stringify({ webhook: webhookUuid }),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("webhook_deliveries")
        .values({ webhook_uuid: webhookUuid, client_uuid: clientUuid, event_id: id, subject: webhookUuid })
        .execute();
    },

    /** Lists the deliveries of a page and one more, the newest first. The additional one shows whether another page follows. */
    listDeliveries: (clientUuid: string, webhookUuid: string, { state, before }: WebhookDeliveriesQuery) =>
      deliveries(clientUuid, webhookUuid)
        .$if(state !== undefined, (query) => query.where("webhook_deliveries.state", "=", state ?? "sent"))
        .$if(before !== undefined, (query) => query.where("webhook_deliveries.id", "<", before ?? 0))
        .orderBy("webhook_deliveries.id", "desc")
        .limit(WEBHOOK_DELIVERIES_PAGE_SIZE + 1)
        .execute(),

    findDelivery: (clientUuid: string, webhookUuid: string, id: number) =>
      deliveries(clientUuid, webhookUuid)
        .innerJoin("webhooks", "webhooks.uuid", "webhook_deliveries.webhook_uuid")
        .select(["webhook_events.data", "webhooks.format", "webhooks.language"])
        .where("webhook_deliveries.id", "=", id)
        .executeTakeFirst(),

    /**
     * Sends a delivery again.
     * @returns whether the delivery exists.
     */
    async resendDelivery(clientUuid: string, webhookUuid: string, id: number): Promise<boolean> {
      const { numUpdatedRows } = await again()
        .where("client_uuid", "=", clientUuid)
        .where("webhook_uuid", "=", webhookUuid)
        .where("id", "=", id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Sends the oldest messages again, at most `max`.
     * @returns the number of messages.
     */
    async resendEvents(
      clientUuid: string,
      webhookUuid: string,
      { since, until, onlyFailed, max }: { since: Date; until: Date; onlyFailed: boolean; max: number },
    ): Promise<number> {
      const chosen = db
        .selectFrom("webhook_deliveries")
        .innerJoin("webhook_events", "webhook_events.id", "webhook_deliveries.event_id")
        .select("webhook_deliveries.id")
        .where("webhook_deliveries.client_uuid", "=", clientUuid)
        .where("webhook_deliveries.webhook_uuid", "=", webhookUuid)
        .where("webhook_events.at", ">=", since)
        .where("webhook_events.at", "<", until)
        .where("webhook_deliveries.state", "in", onlyFailed ? ["failed"] : ["failed", "sent"])
        .orderBy("webhook_deliveries.id")
        .limit(max);
      const { numUpdatedRows } = await again()
        .where("client_uuid", "=", clientUuid)
        .where("id", "in", chosen)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}
export type FoundWebhook = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createWebhooksRepository>["findWebhook"]>>
>;
export type FoundDelivery = Awaited<
  ReturnType<ReturnType<typeof createWebhooksRepository>["listDeliveries"]>
>[number];
