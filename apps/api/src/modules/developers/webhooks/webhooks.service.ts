import { randomUUID } from "node:crypto";
import {
  AppError,
  type CreateWebhook,
  type Language,
  MAX_RESENT_WEBHOOK_MESSAGES,
  MAX_WEBHOOKS,
  type ResendWebhookEvents,
  type UpdateWebhook,
  WEBHOOK_DELIVERIES_PAGE_SIZE,
  WEBHOOK_ROTATION_DURATION_MS,
  type WebhookDeliveries,
  type WebhookDeliveriesQuery,
  type WebhookDeliveryDetails,
  type WebhookView,
  type WebhookWithSecret,
} from "@shoal/contract";
import { type FetchPolicy, findUrlFault } from "@shoal/safe-fetch";
import type { SecretBox } from "@shoal/tokens";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { bodyOf } from "./message-body.ts";
import { newSecret } from "./sign-message.ts";
import { presentDelivery, presentWebhook } from "./webhooks.present.ts";
import { createWebhooksRepository, type FoundWebhook } from "./webhooks.repository.ts";

export interface WebhooksDeps {
  db: Database;
  /** The box that encrypts secrets, with the uuid of the webhook as context. */
  box: SecretBox;
  policy: FetchPolicy;
  /** The dashboard's address. */
  publicUrl: string;
}

/**
 * Creates the service of webhooks. Calls about a webhook throw AppError "webhook_not_found" if the client has no such webhook.
 */
export function createWebhooksService({ db, box, policy, publicUrl }: WebhooksDeps) {
  async function get(tx: Tx, { clientUuid }: Actor, uuid: string): Promise<FoundWebhook> {
    const row = await createWebhooksRepository(tx).findWebhook(clientUuid, uuid);
    if (!row) throw webhookNotFound();
    return row;
  }

  async function getOn(tx: Tx, actor: Actor, uuid: string): Promise<void> {
    const { is_on: isOn } = await get(tx, actor, uuid);
    if (!isOn) throw new AppError("webhook_off", "This webhook is off: turn it on first");
  }

  /** Checks an address. @throws AppError "bad_request" for an address that may not be called from here. */
  function assertAllowed(url: string | undefined): void {
    const fault = url === undefined ? undefined : findUrlFault(new URL(url), policy);
    if (!fault) return;
    const reason =
      fault === "forbidden_port"
        ? "uses a port that is not allowed here"
        : "points to an address that is not allowed";
    throw new AppError("bad_request", `The URL ${reason}`, [{ path: "url", reason }]);
  }

  return {
    async listWebhooks({ clientUuid }: Actor): Promise<WebhookView[]> {
      return (await createWebhooksRepository(db).listWebhooks(clientUuid)).map(presentWebhook);
    },

    /** @throws AppError "webhooks_too_many", "bad_request". */
    async createWebhook(actor: Actor, input: CreateWebhook): Promise<WebhookWithSecret> {
      assertAllowed(input.url);
      const uuid = randomUUID();
      const secret = newSecret();
      return db.transaction().execute(async (tx) => {
        const webhooks = createWebhooksRepository(tx);
        await webhooks.lockClient(actor.clientUuid);
        if ((await webhooks.listWebhooks(actor.clientUuid)).length >= MAX_WEBHOOKS)
          throw new AppError("webhooks_too_many", `A client can have at most ${MAX_WEBHOOKS} webhooks`);
        await webhooks.addWebhook({
          uuid,
          client_uuid: actor.clientUuid,
          ...input,
          sealed_secret: box.seal(secret, uuid),
        });
        return { ...presentWebhook(await get(tx, actor, uuid)), secret };
      });
    },

    /** @throws AppError "edit_conflict", "bad_request". */
    async updateWebhook(
      actor: Actor,
      uuid: string,
      { isOn, revision, ...change }: UpdateWebhook,
    ): Promise<WebhookView> {
      assertAllowed(change.url);
      return db.transaction().execute(async (tx) => {
        const webhooks = createWebhooksRepository(tx);
        await get(tx, actor, uuid);
        const { clientUuid } = actor;
        const state =
          isOn === undefined
            ? {}
            : { is_on: isOn, off_reason: isOn ? null : ("user" as const), ...NO_FAILURES };
        if (
          !(await webhooks.updateWebhook(
            { clientUuid, uuid, revision },
            { ...change, ...(change.url === undefined ? {} : NO_FAILURES), ...state },
          ))
        )
          throw new AppError("edit_conflict", "Someone else changed this webhook: fetch it again");
        if (isOn === false) await webhooks.giveUpWaiting(clientUuid, uuid);
        return presentWebhook(await get(tx, actor, uuid));
      });
    },

    async deleteWebhook({ clientUuid }: Actor, uuid: string): Promise<void> {
      if (!(await createWebhooksRepository(db).deleteWebhook(clientUuid, uuid))) throw webhookNotFound();
    },

    /** Renews the secret. The previous one also signs for a day, so that receivers can switch without a gap. */
    async renewSecret(actor: Actor, uuid: string): Promise<WebhookWithSecret> {
      const secret = newSecret();
      return db.transaction().execute(async (tx) => {
        const { sealed_secret: sealed_old_secret } = await get(tx, actor, uuid);
        await createWebhooksRepository(tx).updateWebhook(
          { clientUuid: actor.clientUuid, uuid },
          {
            sealed_secret: box.seal(secret, uuid),
            sealed_old_secret,
            old_secret_until: new Date(Date.now() + WEBHOOK_ROTATION_DURATION_MS),
          },
        );
        return { ...presentWebhook(await get(tx, actor, uuid)), secret };
      });
    },

    /** @throws AppError "webhook_off". */
    async sendTest(actor: Actor, uuid: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await getOn(tx, actor, uuid);
        await createWebhooksRepository(tx).addTestEvent(actor.clientUuid, uuid);
      });
    },

    async listDeliveries(
      actor: Actor,
      uuid: string,
      query: WebhookDeliveriesQuery,
      language: Language,
    ): Promise<WebhookDeliveries> {
      await get(db, actor, uuid);
      const rows = await createWebhooksRepository(db).listDeliveries(actor.clientUuid, uuid, query);
      const page = rows.slice(0, WEBHOOK_DELIVERIES_PAGE_SIZE);
      return {
        _embedded: page.map((row) => presentDelivery(row, language)),
        next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
      };
    },

    /** @throws AppError "webhook_delivery_not_found". */
    async getDelivery(
      actor: Actor,
      uuid: string,
      id: number,
      language: Language,
    ): Promise<WebhookDeliveryDetails> {
      await get(db, actor, uuid);
      const row = await createWebhooksRepository(db).findDelivery(actor.clientUuid, uuid, id);
      if (!row) throw deliveryNotFound();
      return { ...presentDelivery(row, language), request: bodyOf(row, publicUrl), answer: row.last_answer };
    },

    /** @throws AppError "webhook_delivery_not_found", "webhook_off". */
    async resendDelivery(actor: Actor, uuid: string, id: number): Promise<void> {
      await getOn(db, actor, uuid);
      if (!(await createWebhooksRepository(db).resendDelivery(actor.clientUuid, uuid, id)))
        throw deliveryNotFound();
    },

    /** @throws AppError "webhook_off", "bad_request". */
    async resendEvents(
      actor: Actor,
      uuid: string,
      { since, until, onlyFailed }: ResendWebhookEvents,
    ): Promise<{ count: number }> {
      if (Date.parse(until) <= Date.parse(since)) {
        const reason = "must be later than since";
        throw new AppError("bad_request", `until ${reason}`, [{ path: "until", reason }]);
      }
      await getOn(db, actor, uuid);
      const count = await createWebhooksRepository(db).resendEvents(actor.clientUuid, uuid, {
        since: new Date(since),
        until: new Date(until),
        onlyFailed,
        max: MAX_RESENT_WEBHOOK_MESSAGES,
      });
      return { count };
    },
  };
}
export type WebhooksService = ReturnType<typeof createWebhooksService>;

/** The values of a webhook without failures. Turning it on, or changing its address, triggers an immediate attempt. */
const NO_FAILURES = { failing_since: null, failure_count: 0, paused_until: null };

const webhookNotFound = () => new AppError("webhook_not_found", "No such webhook");
const deliveryNotFound = () => new AppError("webhook_delivery_not_found", "No such delivery");
