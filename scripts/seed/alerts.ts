import { USUAL_ALERT_RULES } from "@shoal/domain/alerts";
import { createAlertNews } from "../../apps/api/src/modules/insight/alerts/index.ts";
import type { Database } from "../../apps/api/src/platform/database.ts";
import { createWatchingTimes } from "./watching-times.ts";

const MINUTE_MS = 60_000;
/** The alert rules of demo clients. They apply even to a single session, because these clients have few viewers. */
const ALERT_RULES = { ...USUAL_ALERT_RULES, minimumSessions: 1 };
const OUTAGE_NOTE = "The provider of the origin confirms a fault. Players get nothing until it is mended.";

/** Adds to each client the alert about an outage of its viewers, which its manager has acknowledged. Sends no mails. */
export async function addOutageAlerts(
  db: Database,
  clientUuids: ReadonlySet<string>,
  nowMs: number,
): Promise<void> {
  const { outage } = createWatchingTimes(nowMs);
  for (const clientUuid of clientUuids) await addAlert(db, clientUuid, outage);
}

async function addAlert(
  db: Database,
  clientUuid: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<void> {
  const news = createAlertNews({ mails: { send: async () => undefined }, publicUrl: "" });
  const at = (ms: number) => new Date(ms);
  const [openedMs, closedMs] = [fromMs + 2 * MINUTE_MS, toMs + 5 * MINUTE_MS];
  await db.transaction().execute(async (tx) => {
    const { username } = await tx
      .selectFrom("users")
      .select("username")
      .where("client_uuid", "=", clientUuid)
      .orderBy("created_at")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("alert_rules")
      .values({ client_uuid: clientUuid, rules: JSON.stringify(ALERT_RULES) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const alert = await tx
      .insertInto("alerts")
      .values({
        client_uuid: clientUuid,
        kind: "errors",
        subject: "",
        is_ours: false,
        phase: "closed",

        since: at(toMs),
        judged_until: at(closedMs),
        opened_at: at(openedMs),
        closed_at: at(closedMs),

        ending: "recovered",
        threshold: ALERT_RULES.errors.threshold,
        worst: 100,
        last: 0,
        acknowledged_at: at(openedMs + 6 * MINUTE_MS),

        acknowledged_by: username,
        note: OUTAGE_NOTE,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await news.notifyOpened(tx, { ...alert, phase: "open", closed_at: null, ending: null });
    await news.notifyAcknowledged(tx, alert, { by: username, note: OUTAGE_NOTE });
    await news.notifyClosed(tx, alert);
  });
}
