import type { AlertRules } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import { IS_MAIL_ENABLED } from "./alert-events.repository.ts";

/** Creates the repository of clients' rules, and their users' choices. */
export function createAlertSettingsRepository(db: Tx) {
  return {
    /** Locks the client, so that concurrent changes of its rules run one after the other. */
    lockClient: (clientUuid: string) =>
      db
        .selectFrom("clients")
        .select("uuid")
        .where("uuid", "=", clientUuid)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    findRules: (clientUuid: string) =>
      db
        .selectFrom("alert_rules")
        .select(["rules", "revision"])
        .where("client_uuid", "=", clientUuid)
        .executeTakeFirst(),

    async saveRules(clientUuid: string, rules: AlertRules): Promise<void> {
      const text = JSON.stringify(rules);
      await db
        .insertInto("alert_rules")
        .values({ client_uuid: clientUuid, rules: text })
        .onConflict((conflict) =>
          conflict
            .column("client_uuid")
            .doUpdateSet((eb) => ({ rules: text, revision: eb("alert_rules.revision", "+", 1) })),
        )
        .execute();
    },

    /** Finds the choice of a user of any client, because administrators view other clients too. */
    async findMailChoice(userUuid: string): Promise<{ isWanted: boolean; canBeMailed: boolean }> {
      const row = await db
        .selectFrom("users")
        .leftJoin("alert_mail_choices", "alert_mail_choices.user_uuid", "users.uuid")
        .select([IS_MAIL_ENABLED.as("isWanted"), "users.email_verified_at"])
        .where("users.uuid", "=", userUuid)
        .executeTakeFirst();
      return { isWanted: row?.isWanted ?? false, canBeMailed: row?.email_verified_at != null };
    },

    async saveMailChoice(userUuid: string, isWanted: boolean): Promise<void> {
      await db
        .insertInto("alert_mail_choices")
        .values({ user_uuid: userUuid, is_wanted: isWanted })
        .onConflict((conflict) => conflict.column("user_uuid").doUpdateSet({ is_wanted: isWanted }))
        .execute();
    },
  };
}
