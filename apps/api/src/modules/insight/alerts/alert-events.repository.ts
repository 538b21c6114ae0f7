import type { Language } from "@shoal/contract";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { AlertEventRow } from "../../../platform/schema.ts";

/** Whether a user gets mails, as the user chose; by default, whether the user is a manager. */
export const IS_MAIL_ENABLED = sql<boolean>`coalesce(alert_mail_choices.is_wanted, 'manager' = ANY(users.roles))`;
const MAY_READ_ALERTS = sql<boolean>`users.roles && ARRAY['manager', 'admin', 'editor', 'readAnalytics']::text[]`;

/** Creates the repository of the events of alerts, and their subscribers. */
export function createAlertEventsRepository(db: Tx) {
  return {
    async addEvent(event: Insertable<AlertEventRow>): Promise<void> {
      await db.insertInto("alert_events").values(event).execute();
    },

    /** Lists events in chronological order. */
    listEvents: (clientUuid: string, alertUuid: string) =>
      db
        .selectFrom("alert_events")
        .select(["type", "at", "payload"])
        .where("client_uuid", "=", clientUuid)
        .where("alert_uuid", "=", alertUuid)
        .orderBy("id")
        .execute(),

    /** Lists the users to mail, among those with a deliverable address. */
    async listMailed(
      clientUuid: string,
    ): Promise<{ email: string; language: Language; client_name: string }[]> {
      const { rows } = await sql<{ email: string; language: Language; client_name: string }>`
        SELECT users.email, users.language, clients.name AS client_name FROM users
          JOIN clients ON clients.uuid = users.client_uuid
          LEFT JOIN alert_mail_choices ON alert_mail_choices.user_uuid = users.uuid
        WHERE users.client_uuid = ${clientUuid} AND users.email IS NOT NULL AND users.email_verified_at IS NOT NULL
          AND ${MAY_READ_ALERTS} AND ${IS_MAIL_ENABLED} ORDER BY users.uuid`.execute(db);
      return rows;
    },
  };
}
