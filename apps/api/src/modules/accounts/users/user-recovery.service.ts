import { AppError } from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import type { AccountRecovery, Actor, OwnPassword } from "../auth/index.ts";
import { lockTarget } from "./user-rules.ts";
import { userNotFound } from "./users.policy.ts";
import { createUsersRepository } from "./users.repository.ts";
import type { MailLimits } from "./users.service.ts";

export interface UserRecoveryDeps {
  db: Database;
  recovery: AccountRecovery;
  ownPassword: OwnPassword;
  limits: MailLimits;
}

/** Lets managers restore access for a locked-out user, who is notified. The audit log names the manager. */
export function createUserRecovery({ db, recovery, ownPassword, limits }: UserRecoveryDeps) {
  return {
    /**
     * Mails a link for choosing a new password. The current password works until a new one is set.
     * @throws AppError "user_not_found", "forbidden"; "illegal_transition" without a verified address;
     * TooManyRequestsError.
     */
    async sendPasswordLink(actor: Actor, uuid: string): Promise<void> {
      const seen = await createUsersRepository(db).findUser(actor.clientUuid, uuid);
      if (!seen) throw userNotFound();
      if (seen.email) await limits.admitMailTo(seen.email, actor.clientUuid);
      await db.transaction().execute(async (tx) => {
        const { target } = await lockTarget(tx, actor, { scope: actor.clientUuid, uuid });
        await recovery.mailPasswordLink(tx, target.uuid);
      });
      await recovery.clearFailures(seen);
    },

    /**
     * Turns off a colleague's lost second factor.
     * @throws AppError "current_password_wrong", "user_not_found", "forbidden", also for the caller's own account;
     * "illegal_transition" while it is off.
     */
    async clearTwoFactor(actor: Actor, uuid: string, currentPassword: string): Promise<void> {
      if (uuid.toLowerCase() === actor.userUuid)
        throw new AppError("forbidden", "Turn off your own two-factor authentication in your profile");
      await ownPassword.assertRight(actor, currentPassword);
      await db.transaction().execute(async (tx) => {
        const { target } = await lockTarget(tx, actor, { scope: actor.clientUuid, uuid });
        await recovery.clearTwoFactor(tx, target.uuid, actor.username);
      });
    },
  };
}
export type UserRecovery = ReturnType<typeof createUserRecovery>;
