import { type AlertRulesInput, type AlertSettings, AppError } from "@shoal/contract";
import { USUAL_ALERT_RULES } from "@shoal/domain/alerts";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { findTimeZone } from "../../accounts/clients/index.ts";
import { createAlertSettingsRepository } from "./alert-settings.repository.ts";

/** Creates the service for the settings of alerts: when a client's alerts open, and who receives emails. */
export function createAlertSettingsService({ db }: { db: Database }) {
  async function getSettings({ clientUuid, userUuid }: Actor): Promise<AlertSettings> {
    const settings = createAlertSettingsRepository(db);
    const [kept, choice, timeZone] = await Promise.all([
      settings.findRules(clientUuid),
      settings.findMailChoice(userUuid),
      findTimeZone(db, clientUuid),
    ]);
    return {
      // Settings that were saved before a kind of alert existed do not contain that kind.
      rules: { ...USUAL_ALERT_RULES, ...kept?.rules },
      revision: kept?.revision ?? 0,

      isMailWanted: choice.isWanted,
      canBeMailed: choice.canBeMailed,
      timeZone,
    };
  }

  return {
    getSettings,

    /** Saves the rules, which the next check also applies to open alerts. @throws AppError "edit_conflict". */
    async saveRules(actor: Actor, { revision, ...rules }: AlertRulesInput): Promise<AlertSettings> {
      await db.transaction().execute(async (tx) => {
        const settings = createAlertSettingsRepository(tx);
        await settings.lockClient(actor.clientUuid);
        const kept = await settings.findRules(actor.clientUuid);
        if (revision !== (kept?.revision ?? 0))
          throw new AppError("edit_conflict", "Someone else changed these rules: fetch them again");
        await settings.saveRules(actor.clientUuid, rules);
      });
      return getSettings(actor);
    },

    async saveMailChoice(actor: Actor, isWanted: boolean): Promise<AlertSettings> {
      await createAlertSettingsRepository(db).saveMailChoice(actor.userUuid, isWanted);
      return getSettings(actor);
    },
  };
}
export type AlertSettingsService = ReturnType<typeof createAlertSettingsService>;
