import type { Language, WebhookFormat, WebhookMessage, WebhookOffReason } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { msUntil } from "../../../platform/work-notifications.ts";

/** A message that is due now. */
export interface DueDelivery {
  id: number;
  webhookUuid: string;
  clientUuid: string;
  attempts: number;
  event: string;
  type: WebhookMessage["type"];
  at: Date;
  data: Record<string, unknown>;
  url: string;
  format: WebhookFormat;
  language: Language;
  sealedSecret: string;
  /** The previous secret, if messages are also signed with it; otherwise null. */
  sealedOldSecret: string | null;
}

export interface AttemptResult {
  status: number | null;
  error: string | null;
  text: string | null;
  durationMs: number;
}

/** A message that its receiver accepted. */
export interface SentDelivery {
  due: DueDelivery;
  answer: AttemptResult;
}

/** The limits of a claim: in total, per webhook, and for a failing webhook. */
export interface ClaimLimits {
  free: number;
  perWebhook: number;
  /** The messages that this process is sending, by webhook. */
  busy: ReadonlyMap<string, number>;
  /** How long a claimed message is reserved, in seconds. */
  leaseSec: number;
}

/** The webhooks with waiting messages, found one by one in the index: there may be many messages of few webhooks. */
const WEBHOOKS_WITH_WAITING = sql`waiting AS (
  (SELECT webhook_uuid FROM webhook_deliveries WHERE state = 'waiting' ORDER BY webhook_uuid LIMIT 1)
  UNION ALL
  SELECT (SELECT webhook_uuid FROM webhook_deliveries
      WHERE state = 'waiting' AND webhook_uuid > waiting.webhook_uuid ORDER BY webhook_uuid LIMIT 1)
    FROM waiting WHERE webhook_uuid IS NOT NULL)`;

/**
 * The messages that may be sent now, of each webhook the oldest. They are read in their order until the webhook's limit is
 * reached: all waiting messages may be too many to compare for each claim (50,000 after two days without a receiver).
 */
const selectClaimable = ({ perWebhook, busy }: Pick<ClaimLimits, "perWebhook" | "busy">) => sql`waiting
  JOIN webhooks ON webhooks.uuid = waiting.webhook_uuid AND is_on AND coalesce(paused_until <= now(), true)
  LEFT JOIN unnest(${[...busy.keys()]}::uuid[], ${[...busy.values()]}::int[]) AS sending (uuid, count)
    ON sending.uuid = webhooks.uuid
  CROSS JOIN LATERAL (
    SELECT id FROM webhook_deliveries AS candidate
    WHERE webhook_uuid = webhooks.uuid AND state = 'waiting' AND due_at <= now()
      AND id = (SELECT min(id) FROM webhook_deliveries AS earlier WHERE earlier.webhook_uuid = candidate.webhook_uuid
        AND earlier.subject = candidate.subject AND earlier.state = 'waiting')
    ORDER BY id
    LIMIT greatest(0, CASE WHEN failing_since IS NULL THEN ${perWebhook}::int ELSE 1 END - coalesce(sending.count, 0))
  ) AS due`;

/** The number of events that one statement deletes. */
const PRUNE_BATCH = 10_000;

/** Creates the repository of the waiting messages of all clients. */
export function createDeliveriesRepository(db: Tx) {
  return {
    /**
     * Claims due messages for a while; if the process dies, they are sent again. Only the oldest event about a subject is due, so
     * that events arrive in order. A failing webhook is tried with one message at a time. The selection is materialized because the
     * planner might otherwise evaluate it again for each waiting delivery.
     */
    async claim({ free, leaseSec, ...limits }: ClaimLimits): Promise<DueDelivery[]> {
      const { rows } = await sql<DueDelivery>`
        WITH RECURSIVE ${WEBHOOKS_WITH_WAITING}, chosen AS MATERIALIZED (
          SELECT id FROM ${selectClaimable(limits)} LIMIT ${free}::int
        ), taken AS (
          UPDATE webhook_deliveries SET attempts = attempts + 1, due_at = now() + ${leaseSec}::int * interval '1 second',
            first_at = coalesce(first_at, now()), last_at = now()
          WHERE id IN (SELECT id FROM chosen) AND state = 'waiting' AND due_at <= now()
          RETURNING *
        )
        SELECT taken.id, taken.webhook_uuid AS "webhookUuid", taken.client_uuid AS "clientUuid", attempts,
          event.uuid AS event, event.type, event.at, event.data, url, format, language,
          sealed_secret AS "sealedSecret",
          CASE WHEN old_secret_until > now() THEN sealed_old_secret END AS "sealedOldSecret"
        FROM taken JOIN webhook_events AS event ON event.id = taken.event_id
          JOIN webhooks ON webhooks.uuid = taken.webhook_uuid
        ORDER BY taken.id`.execute(db);
      return rows;
    },

    /**
     * Returns the time until the next message may be due. Messages that are due but wait for others, for example those of a
     * webhook at its limit, do not count: the end of the others causes a check.
     */
    async findDueInMs(limits: Pick<ClaimLimits, "perWebhook" | "busy">): Promise<number | undefined> {
      const { rows } = await sql<{ ms: number | null }>`
        WITH RECURSIVE ${WEBHOOKS_WITH_WAITING}
        SELECT ${msUntil(sql`least(
          (SELECT now() FROM ${selectClaimable(limits)} LIMIT 1),
          (SELECT min(paused_until) FROM waiting JOIN webhooks ON uuid = webhook_uuid
            WHERE is_on AND paused_until > now()),
          (SELECT due_at FROM webhook_deliveries WHERE state = 'waiting' AND due_at > now() ORDER BY due_at LIMIT 1))`)} AS ms`.execute(
        db,
      );
      return rows[0]?.ms ?? undefined;
    },

    /**
     * Records successful deliveries. Messages that waited for their webhook to recover become due. A batch waits for no lock, so
     * that no client holds up the deliveries of others.
     * @throws Error if some of a batch are locked: record each delivery separately, even if it was recorded.
     */
    async recordSent(sent: readonly SentDelivery[]): Promise<void> {
      const isAlone = sent.length === 1;
      const waiting = isAlone ? sql`` : sql`SKIP LOCKED`;
      const ids = sent.map(({ due }) => due.id);
      const { numAffectedRows = 0n } = await sql`WITH free AS MATERIALIZED (
          SELECT id FROM webhook_deliveries WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE ${waiting})
        UPDATE webhook_deliveries SET state = 'sent', last_status = sent.status, last_error = NULL,
          last_answer = sent.answer, last_ms = sent.ms
        FROM free JOIN unnest(${ids}::bigint[], ${sent.map(({ answer }) => answer.status)}::int[],
          ${sent.map(({ answer }) => answer.text)}::text[], ${sent.map(({ answer }) => answer.durationMs)}::int[])
          AS sent (id, status, answer, ms) ON sent.id = free.id
        WHERE webhook_deliveries.id = free.id`.execute(db);
      const webhooks = [...new Set(sent.map(({ due }) => due.webhookUuid))];
      const { rows: recovered } = await sql<{ uuid: string }>`
        UPDATE webhooks SET failing_since = NULL, failure_count = 0, paused_until = NULL
        WHERE uuid IN (SELECT uuid FROM webhooks WHERE uuid = ANY(${webhooks}::uuid[]) AND failing_since IS NOT NULL
          ORDER BY uuid FOR NO KEY UPDATE ${waiting})
        RETURNING uuid`.execute(db);
      if (!isAlone && numAffectedRows < BigInt(sent.length))
        throw new Error("Some deliveries are locked or gone");
      if (recovered.length === 0) return;
      // Messages being sent keep their due time, so that none is sent twice.
      await sql`UPDATE webhook_deliveries SET due_at = now()
        WHERE webhook_uuid = ANY(${recovered.map(({ uuid }) => uuid)}::uuid[]) AND state = 'waiting'
          AND last_at IS NOT NULL AND last_ms IS NOT NULL AND due_at > now() + interval '1 minute'`.execute(
        db,
      );
    },

    /**
     * Records a failed attempt. All times are those of the database, since the clocks of replicas may differ from it.
     * @param afterMs the time until the next attempt.
     * @param giveUpAfterMs the time since the first attempt after which the message is given up.
     */
    async recordFailed(
      { id, clientUuid }: DueDelivery,
      { answer, afterMs, giveUpAfterMs }: { answer: AttemptResult; afterMs: number; giveUpAfterMs: number },
    ) {
      await db
        .updateTable("webhook_deliveries")
        .set({
          ...columnsOf(answer),
          due_at: sql<Date>`now() + ${afterMs} * interval '1 ms'`,
          state: sql`CASE WHEN first_at < now() - ${giveUpAfterMs} * interval '1 ms' THEN 'failed' ELSE state END`,
        })
        .where("client_uuid", "=", clientUuid)
        .where("id", "=", id)
        .execute();
    },

    /**
     * Marks a webhook as failing. Failures at the same moment count as one.
     * @returns for how long and how often it has failed; undefined if it is off or was deleted.
     */
    async markFailing({ clientUuid, webhookUuid }: DueDelivery) {
      return db
        .updateTable("webhooks")
        .set({
          failing_since: sql`coalesce(failing_since, now())`,
          failure_count: sql`failure_count + CASE WHEN paused_until > now() THEN 0 ELSE 1 END`,
        })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", webhookUuid)
        .where("is_on", "=", true)
        .returning([
          "failure_count",
          sql<number>`(1000 * extract(epoch FROM now() - failing_since))::float8`.as("failing_ms"),
        ])
        .executeTakeFirst();
    },

    async pause({ clientUuid, webhookUuid }: DueDelivery, pauseMs: number): Promise<void> {
      await db
        .updateTable("webhooks")
        .set({ paused_until: sql<Date>`now() + ${pauseMs} * interval '1 ms'` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", webhookUuid)
        .execute();
    },

    /**
     * Turns a webhook off.
     * @returns whether the webhook was on.
     */
    async turnOff({ clientUuid, webhookUuid }: DueDelivery, reason: WebhookOffReason): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("webhooks")
        .set({ is_on: false, off_reason: reason, revision: sql`revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", webhookUuid)
        .where("is_on", "=", true)
        .executeTakeFirst();
      await db
        .updateTable("webhook_deliveries")
        .set({ state: "failed" })
        .where("client_uuid", "=", clientUuid)
        .where("webhook_uuid", "=", webhookUuid)
        .where("state", "=", "waiting")
        .execute();
      return numUpdatedRows > 0n;
    },

    /**
     * Deletes old events with their deliveries, in batches. After the api was stopped for a day, one statement for all of them
     * would exceed its time limit, and each later attempt would have even more to delete.
     */
    async prune(days: number): Promise<void> {
      for (let hasMore = true; hasMore; ) {
        const { numAffectedRows = 0n } = await sql`DELETE FROM webhook_events WHERE id IN (
          SELECT id FROM webhook_events WHERE at < now() - ${days}::int * interval '1 day'
          ORDER BY at LIMIT ${PRUNE_BATCH})`.execute(db);
        hasMore = numAffectedRows === BigInt(PRUNE_BATCH);
      }
    },
  };
}

const columnsOf = ({ status, error, text, durationMs }: AttemptResult) => ({
  last_status: status,
  last_error: error,
  last_answer: text,
  last_ms: durationMs,
});
