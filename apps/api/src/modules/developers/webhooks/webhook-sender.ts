import { WEBHOOK_RETENTION_DAYS, WEBHOOK_RETRY_PERIOD_MS, type WebhookOffReason } from "@shoal/contract";
import { asFetchError, type FetchPolicy, safeFetch } from "@shoal/safe-fetch";
import type { SecretBox } from "@shoal/tokens";
import { combineWrites } from "../../../platform/combine-writes.ts";
import type { Database } from "../../../platform/database.ts";
import { createWokenLoop } from "../../../platform/woken-loop.ts";
import type { WorkNotifications } from "../../../platform/work-notifications.ts";
import { listMailedManagers } from "../../accounts/clients/index.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { type AttemptResult, createDeliveriesRepository, type DueDelivery } from "./deliveries.repository.ts";
import { WEBHOOK_MAILS } from "./mails/index.ts";
import { bodyOf } from "./message-body.ts";
import { pauseAfterMs, retryAfterMs } from "./retry-times.ts";
import { signedHeaders } from "./sign-message.ts";

/** The concurrent messages of a process, in total and to one webhook, so that a slow webhook does not delay other webhooks. */
const MAX_SENDING = 200;
const PER_WEBHOOK = 4;
/** The time limit of a response. A later response counts as missing. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** The duration of a claim, which is longer than receiving and recording a response takes. */
const LEASE_DURATION_SEC = 60;
const CHECK_PAUSE_MS = 250;
const MAX_STORED_ANSWER_CHARS = 2_000;
const HTTP_GONE = 410;

export interface WebhookSenderDeps {
  db: Database;
  notifications: Pick<WorkNotifications, "on">;
  box: SecretBox;
  policy: FetchPolicy;
  mails: MailSender;
  publicUrl: string;
  onError: (error: unknown) => void;
  now?: () => number;
}

/**
 * Creates the sender of waiting messages. All state is in the database, so any replica can continue. Unrecorded deliveries are
 * repeated.
 */
export function createWebhookSender(deps: WebhookSenderDeps) {
  const { db, box, now = Date.now } = deps;
  const deliveries = createDeliveriesRepository(db);
  const recordSent = combineWrites(deliveries.recordSent, MAX_SENDING);
  const sending = new Map<Promise<void>, string>();
  let unsubscribe = (): void => undefined;
  const loop = createWokenLoop({
    check: async () => (await checkOnce()) > 0,
    // At the limit, no message can be sent until another is finished.
    dueInMs: async () =>
      sending.size < MAX_SENDING
        ? deliveries.findDueInMs({ perWebhook: PER_WEBHOOK, busy: countSending() })
        : undefined,
    pauseMs: CHECK_PAUSE_MS,
    onError: deps.onError,
  });

  /**
   * Starts sending due messages, up to the limit.
   * @returns the number of started messages.
   */
  async function checkOnce(): Promise<number> {
    const free = MAX_SENDING - sending.size;
    if (free <= 0) return 0;
    const claimed = await deliveries.claim({
      free,
      perWebhook: PER_WEBHOOK,
      busy: countSending(),
      leaseSec: LEASE_DURATION_SEC,
    });
    for (const due of claimed) {
      const work = deliver(due)
        .catch(deps.onError)
        .finally(() => {
          sending.delete(work);
          // The next message about the same subject may be due.
          loop.wake();
        });
      sending.set(work, due.webhookUuid);
    }
    return claimed.length;
  }

  /** Returns the number of messages that are being sent, by webhook. */
  function countSending(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const uuid of sending.values()) counts.set(uuid, (counts.get(uuid) ?? 0) + 1);
    return counts;
  }

  async function deliver(due: DueDelivery): Promise<void> {
    const answer = await send(due);
    if (isSuccess(answer)) await recordSent({ due, answer });
    else await recordFailure(due, answer);
  }

  async function send(due: DueDelivery): Promise<AttemptResult> {
    const startedMs = now();
    const body = bodyOf(due, deps.publicUrl);
    const durationMs = () => now() - startedMs;
    const limit = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    try {
      const secrets = [due.sealedSecret, due.sealedOldSecret].flatMap((sealed) =>
        sealed === null ? [] : [box.open(sealed, due.webhookUuid)],
      );
      const signed = signedHeaders({ id: due.event, atMs: startedMs, body }, secrets);
      const response = await safeFetch(due.url, {
        method: "POST",
        policy: deps.policy,
        maxRedirects: 0,
        headers: { "content-type": "application/json", "user-agent": "Shoal-Webhooks/1", ...signed },
        body,
        connectTimeoutMs: RESPONSE_TIMEOUT_MS,
        idleTimeoutMs: RESPONSE_TIMEOUT_MS,
        signal: limit,
      });
      const text = await readStart(response.body);
      return { status: response.status, error: null, text, durationMs: durationMs() };
    } catch (error) {
      return {
        status: null,
        error: errorTextOf(error, due.url, limit),
        text: null,
        durationMs: durationMs(),
      };
    }
  }

  async function recordFailure(due: DueDelivery, answer: AttemptResult): Promise<void> {
    const afterMs = retryAfterMs(due.attempts);
    await deliveries.recordFailed(due, { answer, afterMs, giveUpAfterMs: WEBHOOK_RETRY_PERIOD_MS });
    const state = await deliveries.markFailing(due);
    if (!state) return;
    await deliveries.pause(due, pauseAfterMs(state.failure_count));
    if (answer.status === HTTP_GONE) await turnOff(due, "gone");
    else if (state.failing_ms > WEBHOOK_RETRY_PERIOD_MS) await turnOff(due, "failing");
  }

  /** Turns a webhook off, and notifies managers by email in the same transaction. */
  async function turnOff(due: DueDelivery, reason: Exclude<WebhookOffReason, "user">): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const own = createDeliveriesRepository(tx);
      if (!(await own.turnOff(due, reason))) return;
      for (const { email, language, clientName } of await listMailedManagers(tx, due.clientUuid))
        await deps.mails.send(tx, {
          mail: WEBHOOK_MAILS["webhook-off"],
          to: email,
          language,
          values: { clientName, reason, address: due.url, url: `${deps.publicUrl}/#/config?tab=webhooks` },
        });
    });
  }

  return {
    checkOnce,
    prune: () => deliveries.prune(WEBHOOK_RETENTION_DAYS),
    /** Resolves once all running deliveries have ended. */
    async settle(): Promise<void> {
      await Promise.all(sending.keys());
    },
    start(): void {
      unsubscribe = deps.notifications.on("webhooks", loop.wake);
      loop.start();
    },
    async stop(): Promise<void> {
      unsubscribe();
      await loop.stop();
      await Promise.all(sending.keys());
    },
  };
}
export type WebhookSender = ReturnType<typeof createWebhookSender>;

const isSuccess = ({ status }: AttemptResult) => status !== null && status >= 200 && status < 300;

/** Reads the start of a response. Longer responses are cut off. */
async function readStart(body: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length >= MAX_STORED_ANSWER_CHARS) break;
  }
  body.destroy();
  return text.slice(0, MAX_STORED_ANSWER_CHARS).replaceAll("\0", "");
}

function errorTextOf(error: unknown, url: string, limit: AbortSignal): string {
  // A body that the time limit has cut off fails like a broken connection.
  if (limit.aborted) return `No answer within ${RESPONSE_TIMEOUT_MS / 1_000} s`;
  return asFetchError(error, new URL(url).host).message;
}
