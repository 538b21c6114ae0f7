import type { Actor } from "./actor.ts";
import type { AuthLimits } from "./limits.ts";
import type { AccountFault } from "./password-rule.ts";
import { assertFaultless } from "./password-rule.ts";
import { isPassword } from "./passwords.ts";

/** Quoted from the specification (§8), so the wording must not change. */
const WRONG_PASSWORD_MESSAGE =
  "Your current password is incorrect. Your password or email have not been modified.";

/** Verifies the password of signed-in callers again, because another person may be using their screen. */
export interface OwnPassword {
  /** @returns [] if the password is correct. @throws TooManyRequestsError. */
  findFaults(actor: Actor, password: string | undefined): Promise<AccountFault[]>;
  /** @throws AppError "current_password_wrong", TooManyRequestsError. */
  assertRight(actor: Actor, password: string): Promise<void>;
}

export function createOwnPassword(limits: AuthLimits): OwnPassword {
  const findFaults: OwnPassword["findFaults"] = async (actor, password) => {
    const attempt = await limits.ownPassword(actor.userUuid);
    const isRight = await isPassword(password ?? "", actor.user.password_hash ?? "", {
      known: actor.userUuid,
    }).catch(async (error: unknown) => {
      await attempt.forgive();
      throw error;
    });
    if (isRight) {
      await attempt.succeed();
      return [];
    }
    return [
      {
        code: "current_password_wrong",
        message: WRONG_PASSWORD_MESSAGE,
        path: "currentPassword",
        reason: "is incorrect",
      },
    ];
  };
  return {
    findFaults,
    async assertRight(actor, password) {
      assertFaultless(await findFaults(actor, password));
    },
  };
}
