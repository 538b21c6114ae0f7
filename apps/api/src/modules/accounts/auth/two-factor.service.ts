import { AppError } from "@shoal/contract";
import type { SecretBox } from "@shoal/tokens";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "./actor.ts";
import {
  findTotpStep,
  hashRecoveryCode,
  isTotpCode,
  makeRecoveryCodes,
  makeTotpSecret,
  normalizeCode,
} from "./codes.ts";
import type { AuthLimits, FirstFactor } from "./limits.ts";
import { AUTH_MAILS } from "./mails/index.ts";
import type { AccountNotices } from "./notices.ts";
import type { OwnPassword } from "./own-password.ts";
import type { CountedAttempt } from "./sign-in-limits.ts";
import { createTwoFactorRepository } from "./two-factor.repository.ts";

export function createTwoFactorService(options: {
  db: Database;
  box: SecretBox;
  limits: AuthLimits;
  ownPassword: OwnPassword;
  notices: AccountNotices;
}) {
  const { db, box, limits, ownPassword, notices } = options;

  /** Whether a code is correct. Each code works once. */
  async function isAccepted(userUuid: string, code: string): Promise<boolean> {
    const users = createTwoFactorRepository(db);
    const user = await users.findSecret(userUuid);
    if (!user?.totp_secret || !user.totp_confirmed_at) return false;
    if (!isTotpCode(code)) return users.consumeRecoveryCode(userUuid, hashRecoveryCode(code));
    const step = await findTotpStep(box.open(user.totp_secret, userUuid), code);
    return step !== undefined && users.consumeStep(userUuid, step);
  }

  /**
   * Recovery codes are not counted: their 80 random bits cannot be guessed, and they remain usable while wrong codes of the app have
   * used up the attempts.
   * @param begin counts an attempt.
   */
  async function assertAccepted(
    userUuid: string,
    code: string,
    begin: () => Promise<CountedAttempt>,
  ): Promise<void> {
    const normalized = normalizeCode(code);
    const attempt = isTotpCode(normalized) ? await begin() : undefined;
    if (!(await isAccepted(userUuid, normalized))) throw wrongCodeError();
    await attempt?.succeed();
  }

  return {
    /**
     * Verifies the code of a sign-in.
     * @param firstFactor what the sign-in has proved before.
     * @throws AppError "two_factor_wrong", also for a code that was used before; TooManyRequestsError.
     */
    assertCode: (userUuid: string, code: string, firstFactor: FirstFactor): Promise<void> =>
      assertAccepted(userUuid, code, () => limits.code(userUuid, firstFactor)),

    /** @throws AppError "current_password_wrong"; "illegal_transition" while two-factor authentication is on. */
    async start(actor: Actor, currentPassword: string): Promise<{ secret: string; otpauthUrl: string }> {
      await ownPassword.assertRight(actor, currentPassword);
      const made = makeTotpSecret(actor.username);
      const sealedSecret = box.seal(made.secret, actor.userUuid);
      if (!(await createTwoFactorRepository(db).saveSecret(actor.userUuid, sealedSecret)))
        throw isOnAlready();
      return made;
    },

    /**
     * Turns two-factor authentication on.
     * @returns the recovery codes, which cannot be read again.
     * @throws AppError "two_factor_wrong"; "illegal_transition" if it was not started or is already on.
     */
    async confirm(actor: Actor, code: string): Promise<string[]> {
      const user = await createTwoFactorRepository(db).findSecret(actor.userUuid);
      if (!user?.totp_secret)
        throw new AppError("illegal_transition", "Start two-factor authentication first");
      if (user.totp_confirmed_at) throw isOnAlready();
      const attempt = await limits.ownCode(actor.userUuid);
      const step = await findTotpStep(box.open(user.totp_secret, actor.userUuid), normalizeCode(code)).catch(
        () => undefined,
      );
      if (step === undefined) throw wrongCodeError();
      await attempt.succeed();
      return switchOn(actor, user.totp_secret, step);
    },

    /** @throws AppError "current_password_wrong" or "two_factor_wrong"; "illegal_transition" while it is off. */
    async stop(
      actor: Actor,
      { currentPassword, code }: { currentPassword: string; code: string },
    ): Promise<void> {
      if (!actor.user.totp_confirmed_at)
        throw new AppError("illegal_transition", "Two-factor authentication is off");
      await ownPassword.assertRight(actor, currentPassword);
      await assertAccepted(actor.userUuid, code, () => limits.ownCode(actor.userUuid));
      await db.transaction().execute(async (tx) => {
        await createTwoFactorRepository(tx).clear(actor.userUuid);
        await notices.send(tx, actor.user, {
          mail: AUTH_MAILS["two-factor-off"],
          values: { username: actor.username },
        });
      });
    },
  };

  async function switchOn(actor: Actor, sealedSecret: string, step: number): Promise<string[]> {
    const codes = makeRecoveryCodes();
    const codeHashes = codes.map(hashRecoveryCode);
    await db.transaction().execute(async (tx) => {
      const isOn = await createTwoFactorRepository(tx).confirm(actor.userUuid, {
        sealedSecret,
        step,
        codeHashes,
      });
      if (!isOn) throw isOnAlready();
      await notices.send(tx, actor.user, {
        mail: AUTH_MAILS["two-factor-on"],
        values: { username: actor.username },
      });
    });
    return codes;
  }
}
export type TwoFactorService = ReturnType<typeof createTwoFactorService>;

const wrongCodeError = () =>
  new AppError("two_factor_wrong", "This code is incorrect or was already used", [
    { path: "code", reason: "is incorrect" },
  ]);
const isOnAlready = () => new AppError("illegal_transition", "Two-factor authentication is already on");
