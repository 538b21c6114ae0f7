import { AppError } from "@shoal/contract";
import { networkOf } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import { defineTask, type JobQueue } from "../../../platform/queue/job-queue.ts";
import type { MailSender } from "../mails/index.ts";
import { createAccountLinksRepository } from "./account-links.repository.ts";
import { type AccountRow, createAccountsRepository } from "./accounts.repository.ts";
import type { CallOrigin } from "./actor.ts";
import type { AuthLimits } from "./limits.ts";
import type { LinkGate } from "./link-gate.ts";
import { AUTH_MAILS } from "./mails/index.ts";
import type { AccountNotices } from "./notices.ts";
import { assertFaultless, findNewPasswordFaults } from "./password-rule.ts";
import { hashPassword } from "./passwords.ts";
import { createSessionsRepository } from "./sessions.repository.ts";
import type { SessionsService } from "./sessions.service.ts";
import type { NewPassword } from "./signup.service.ts";

/** Handles a forgotten-password request for a username or address that may not exist. */
export const FORGOTTEN_PASSWORD = defineTask<{ login: string }>("forgotten-password");

export function createForgottenPasswordService(options: {
  db: Database;
  queue: Pick<JobQueue, "sendTask">;
  mails: MailSender;
  notices: AccountNotices;
  limits: AuthLimits;
  gate: LinkGate;
  sessions: SessionsService;
  publicUrl: string;
}) {
  const { db, queue, mails, notices, limits, gate, sessions, publicUrl } = options;
  const expired = () => new AppError("link_expired", "This link has expired. Please ask for a new one.");

  /** @throws AppError "link_expired" if the link is expired, used or unknown. */
  const getLink = (key: string, { address }: CallOrigin) =>
    gate.pass(address, async () => {
      const link = await createAccountLinksRepository(db).findLink(key, "password");
      if (!link) throw expired();
      return link;
    });

  return {
    getLink,

    /**
     * Requests a link. The call only queues a task, so that neither the response nor its timing reveals whether the user
     * exists.
     * @throws TooManyRequestsError only for addresses with too many requests.
     */
    async ask(login: string, { address }: CallOrigin): Promise<void> {
      await limits.admitMailRequest(login, address);
      await queue.sendTask(db, FORGOTTEN_PASSWORD, { login });
    },

    /** Mails a link to the user's verified address, unless they recently received several links, which still work. */
    async answer({ login }: { login: string }): Promise<void> {
      const found = await createAccountsRepository(db).findByLogin(login);
      if (!found || !canBeMailed(found)) return;
      // The limit is checked before the transaction, because a call that waits for one connection must not hold another.
      if (!(await limits.mayMailPasswordLink(found.uuid))) return;
      await db.transaction().execute((tx) => mailLink(tx, found.uuid));
    },

    mailLink,

    /**
     * Sets the password with a link, which is then used up, and ends every session of the user.
     * @returns the user.
     * @throws AppError "link_expired", "password_too_weak" or "password_mismatch" with the fields of both.
     */
    async reset(key: string, { password, confirmPassword }: NewPassword, origin: CallOrigin) {
      await getLink(key, origin);
      assertFaultless(findNewPasswordFaults(password, confirmPassword, "password"));
      const caller = networkOf(origin.address);
      const user = await consumeAndSet(key, await hashPassword(password, { caller }));
      await limits.clearSignIn(user);
      return user;
    },
  };

  /**
   * Mails a link. Older links stay valid, since another person may have requested this link. They expire after a day, and the
   * number mailed per hour is limited. Using any of them invalidates all.
   * @returns false if there is no verified address.
   */
  async function mailLink(tx: Tx, userUuid: string): Promise<boolean> {
    const user = await createAccountsRepository(tx).lockUser(userUuid);
    if (!user?.email || !canBeMailed(user)) return false;
    const links = createAccountLinksRepository(tx);
    const { key, expiresAt } = await links.addLink({ userUuid: user.uuid, purpose: "password" });
    const url = `${publicUrl}/#/forgot/${key}`;
    const values = { username: user.username, url, expiresAt: expiresAt.toISOString() };
    await mails.send(tx, {
      mail: AUTH_MAILS["password-link"],
      to: user.email,
      language: user.language,
      values,
    });
    return true;
  }

  async function consumeAndSet(key: string, passwordHash: string) {
    const { user, ended } = await db.transaction().execute(async (tx) => {
      const links = createAccountLinksRepository(tx);
      const link = await links.consumeLink(key, "password");
      const user = link && (await createAccountsRepository(tx).findUser(link.user_uuid));
      if (!user) throw expired();
      const accounts = createAccountsRepository(tx);
      await accounts.setPassword(user.uuid, passwordHash);
      // Users without a password signed in only through the provider, and nobody else can have linked the account.
      if (user.password_hash) await accounts.setGithub(user.uuid, null);
      await links.deleteLinks(user.uuid, "password");
      const ended = await createSessionsRepository(tx).deleteSessions(user.uuid);
      await notices.send(tx, user, {
        mail: AUTH_MAILS["password-changed"],
        values: { username: user.username },
      });
      return { user, ended };
    });
    sessions.disconnect(ended);
    return user;
  }
}

type MailableAccount = Pick<AccountRow, "activated_at" | "email" | "email_verified_at">;
const canBeMailed = (user: MailableAccount) =>
  Boolean(user.activated_at && user.email && user.email_verified_at);

export type ForgottenPasswordService = ReturnType<typeof createForgottenPasswordService>;
