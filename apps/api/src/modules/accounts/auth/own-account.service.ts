import { AppError, type Language } from "@shoal/contract";
import type { Database, Tx } from "../../../platform/database.ts";
import { createAccountLinksRepository } from "./account-links.repository.ts";
import { createAccountsRepository, createLeavingRepository } from "./accounts.repository.ts";
import type { Actor, CallOrigin } from "./actor.ts";
import { createAuthRepository, type SessionRow } from "./auth.repository.ts";
import { EMAIL_TAKEN } from "./duplicates.ts";
import { createEmailsRepository } from "./emails.repository.ts";
import type { EmailsService } from "./emails.service.ts";
import type { AuthLimits } from "./limits.ts";
import { AUTH_MAILS } from "./mails/index.ts";
import type { AccountNotices } from "./notices.ts";
import type { OwnPassword } from "./own-password.ts";
import { type AccountFault, assertFaultless, findNewPasswordFaults } from "./password-rule.ts";
import { hashPassword } from "./passwords.ts";
import { createSessionsRepository } from "./sessions.repository.ts";
import type { SessionsService } from "./sessions.service.ts";

export interface AccountChange {
  currentPassword?: string | undefined;
  newPassword?: string | undefined;
  confirmPassword?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  language?: Language | undefined;
}

export function createOwnAccountService(options: {
  db: Database;
  limits: AuthLimits;
  ownPassword: OwnPassword;
  emails: EmailsService;
  notices: AccountNotices;
  sessions: SessionsService;
}) {
  const { db, limits, ownPassword, emails, notices, sessions } = options;

  /** Finds all errors of a change. Whether an address is taken is revealed only to callers who know the password. */
  async function findFaults(actor: Actor, change: AccountChange): Promise<AccountFault[]> {
    const { newPassword, confirmPassword, email } = change;
    const isFirstEmail = actor.user.email === null;
    const isPasswordNeeded =
      newPassword !== undefined || confirmPassword !== undefined || (email !== undefined && !isFirstEmail);
    const faults = isPasswordNeeded ? await ownPassword.findFaults(actor, change.currentPassword) : [];
    const isKnown = faults.length === 0;
    if (newPassword !== undefined || confirmPassword !== undefined)
      faults.push(...findPairFaults(newPassword, confirmPassword));
    const user = { uuid: actor.userUuid, clientUuid: actor.ownClientUuid };
    const isTaken = email && isKnown && (await createEmailsRepository(db).isEmailTaken(email, user));
    if (isTaken) faults.push({ ...EMAIL_TAKEN, ...EMAIL_TAKEN.fields[0] });
    return faults;
  }

  /** Sets a password and ends everything that a person with the old password may have set up: sessions, links, linked accounts. */
  async function setPassword(tx: Tx, actor: Actor, passwordHash: string) {
    const accounts = createAccountsRepository(tx);
    await accounts.setPassword(actor.userUuid, passwordHash);
    await accounts.setGithub(actor.userUuid, null);
    await createAccountLinksRepository(tx).deleteLinks(actor.userUuid, "password");
    await notices.send(tx, actor.user, {
      mail: AUTH_MAILS["password-changed"],
      values: { username: actor.username },
    });
    return sessions.endOthersAndRenew(tx, actor);
  }

  async function getUser(actor: Actor, credential = actor.credential): Promise<SessionRow> {
    const user = await createAuthRepository(db).findByCredential(credential, actor.clientUuid);
    if (!user) throw new AppError("not_signed_in", "Sign in first");
    return user;
  }

  return {
    getUser,

    /**
     * Changes the caller's own settings, all or none. A new password ends the other sessions, renews this session's credential,
     * and unlinks the provider account.
     * @throws AppError "current_password_wrong", "bad_request" if the new password or its confirmation is missing,
     * "password_too_weak", "password_mismatch" or "email_already_used", with the fields of all errors; TooManyRequestsError.
     */
    async change(
      actor: Actor,
      change: AccountChange,
      { address }: CallOrigin,
    ): Promise<{ user: SessionRow; credential?: string }> {
      assertFaultless(await findFaults(actor, change));
      const { newPassword, email, name, language } = change;
      if (email !== undefined) await limits.admitMail(actor.userUuid, address);
      const passwordHash =
        newPassword === undefined
          ? undefined
          : await hashPassword(newPassword, { caller: { known: actor.userUuid } });
      const renewed = await db.transaction().execute(async (tx) => {
        if (name !== undefined || language !== undefined)
          await createAccountsRepository(tx).changeProfile(actor.userUuid, {
            ...(name === undefined ? {} : { name: name || null }),
            ...(language === undefined ? {} : { language }),
          });
        if (email !== undefined) await emails.change(tx, actor, email);
        return passwordHash === undefined ? undefined : setPassword(tx, actor, passwordHash);
      });
      if (!renewed) return { user: await getUser(actor) };
      sessions.disconnect(renewed.ended);
      const { credential } = renewed;
      return { user: await getUser(actor, credential), credential };
    },

    /**
     * Deletes the caller; their videos stay.
     * @throws AppError "current_password_wrong"; "last_manager" if they are the last manager of their client, or the last
     * administrator.
     */
    async delete(actor: Actor, currentPassword: string): Promise<void> {
      await ownPassword.assertRight(actor, currentPassword);
      const ended = await db.transaction().execute(async (tx) => {
        await assertReplaceable(tx, actor);
        const sessionUuids = await createSessionsRepository(tx).deleteSessions(actor.userUuid);
        await createLeavingRepository(tx).deleteUser(actor.userUuid);
        return sessionUuids;
      });
      sessions.disconnect(ended);
    },
  };
}
export type OwnAccountService = ReturnType<typeof createOwnAccountService>;

/** Finds the errors in a new password and its confirmation; either may be missing or sent under another name. */
function findPairFaults(
  newPassword: string | undefined,
  confirmPassword: string | undefined,
): AccountFault[] {
  if (newPassword === undefined) return [missingFault("newPassword")];
  if (confirmPassword !== undefined)
    return findNewPasswordFaults(newPassword, confirmPassword, "newPassword");
  return [...findNewPasswordFaults(newPassword, newPassword, "newPassword"), missingFault("confirmPassword")];
}

const missingFault = (path: string): AccountFault => ({
  code: "bad_request",
  message: `\`${path}\` is missing`,
  path,
  reason: "is missing",
});

/** Checks that another user can take over. If two users leave at the same time, the second call is rejected. */
async function assertReplaceable(tx: Tx, { userUuid, ownClientUuid, roles }: Actor): Promise<void> {
  const others = createLeavingRepository(tx);
  const user = { userUuid, clientUuid: ownClientUuid };
  await others.lockClient(ownClientUuid);
  if (roles.includes("admin")) await others.lockAdministrators();
  for (const role of ["manager", "admin"] as const)
    if (roles.includes(role) && !(await others.hasOther(role, user)))
      throw new AppError(
        "last_manager",
        "A client must keep at least one manager: make someone else a manager first",
      );
}
