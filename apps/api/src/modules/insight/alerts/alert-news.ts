import type { AlertEventType } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { createAlertEventsRepository } from "./alert-events.repository.ts";
import type { LiveAlert } from "./alert-states.repository.ts";
import { type EventPayload, presentAtEvent } from "./alerts.present.ts";
import { ALERT_MAILS } from "./mails/index.ts";

/** The user who acted, and the note they left. */
export interface Acknowledgement {
  by: string;
  note: string | null;
}

/** Creates the notifier of users about changes to alerts, which runs within the transaction of the change. */
export function createAlertNews({ mails, publicUrl }: { mails: MailSender; publicUrl: string }) {
  async function announce(
    tx: Tx,
    type: AlertEventType,
    alert: LiveAlert,
    acknowledgement?: Acknowledgement,
  ): Promise<void> {
    const payload: EventPayload = {
      alert: presentAtEvent(alert),
      by: acknowledgement?.by ?? null,
      remark: acknowledgement?.note ?? null,
    };
    const at = type === "alert.acknowledged" ? alert.acknowledged_at : (alert.closed_at ?? alert.opened_at);
    await createAlertEventsRepository(tx).addEvent({
      client_uuid: alert.client_uuid,
      alert_uuid: alert.uuid,
      type,

      at: at ?? alert.judged_until,
      payload: JSON.stringify(payload),
    });
  }

  async function mail(tx: Tx, name: keyof typeof ALERT_MAILS, alert: LiveAlert): Promise<void> {
    const readers = await createAlertEventsRepository(tx).listMailed(alert.client_uuid);
    const { kind, threshold, worst, last } = alert;
    for (const { email, language, client_name: clientName } of readers)
      await mails.send(tx, {
        mail: ALERT_MAILS[name],
        to: email,
        language,
        values: {
          clientName,
          kind,
          threshold,
          worst,
          last,
          ending: alert.ending,
          title: alert.subject === "" ? null : (alert.subject_title ?? alert.subject),
          openedAt: (alert.opened_at ?? alert.since).toISOString(),
          closedAt: alert.closed_at?.toISOString() ?? null,
          url: `${publicUrl}/#/alert/${alert.uuid}`,
        },
      });
  }

  return {
    async notifyOpened(tx: Tx, alert: LiveAlert): Promise<void> {
      await announce(tx, "alert.opened", alert);
      await mail(tx, "alert-opened", alert);
    },
    async notifyClosed(tx: Tx, alert: LiveAlert): Promise<void> {
      await announce(tx, "alert.closed", alert);
      await mail(tx, "alert-closed", alert);
    },
    notifyAcknowledged: (tx: Tx, alert: LiveAlert, acknowledgement: Acknowledgement): Promise<void> =>
      announce(tx, "alert.acknowledged", alert, acknowledgement),
  };
}
export type AlertNews = ReturnType<typeof createAlertNews>;
