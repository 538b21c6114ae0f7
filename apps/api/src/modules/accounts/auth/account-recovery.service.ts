import { AppError } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import { createAccountsRepository } from "./accounts.repository.ts";
import type { ForgottenPasswordService } from "./forgotten-password.service.ts";
import type { AuthLimits } from "./limits.ts";
import { AUTH_MAILS } from "./mails/index.ts";
import type { AccountNotices } from "./notices.ts";
import { createTwoFactorRepository } from "./two-factor.repository.ts";

/** Restores access for users who are locked out. The caller checks the permission. */
export function createAccountRecovery({
  forgotten,
  limits,
  notices,
}: {
  forgotten: Pick<ForgottenPasswordService, "mailLink">;
  limits: AuthLimits;
  notices: AccountNotices;
}) {
  return {
    /** @throws AppError "illegal_transition" if the user is not activated or has no verified address. */
    async mailPasswordLink(tx: Tx, userUuid: string): Promise<void> {
      if (!(await forgotten.mailLink(tx, userUuid)))
        throw new AppError("illegal_transition", "This user has no verified email address");
    },

    /**
     * Turns two-factor authentication off and sends the user a notice that names who did it.
     * @throws AppError "illegal_transition" if it is off.
     */
    async clearTwoFactor(tx: Tx, userUuid: string, by: string): Promise<void> {
      const user = await createAccountsRepository(tx).lockUser(userUuid);
      if (!user?.totp_confirmed_at)
        throw new AppError("illegal_transition", "Two-factor authentication is off");
      await createTwoFactorRepository(tx).clear(userUuid);
      await notices.send(tx, user, {
        mail: AUTH_MAILS["two-factor-cleared"],
        values: { username: user.username, by },
      });
    },

    /** Clears failed sign-ins, so that a locked-out user may try again immediately. */
    clearFailures: (user: { uuid: string; username: string; email: string | null }): Promise<void> =>
      limits.clearSignIn(user),
  };
}
export type AccountRecovery = ReturnType<typeof createAccountRecovery>;
