import { AppError } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import type { MailSender } from "../mails/index.ts";
import { createAccountLinksRepository } from "./account-links.repository.ts";
import { createAccountsRepository } from "./accounts.repository.ts";
import { AUTH_MAILS } from "./mails/index.ts";

export interface NewInvitation {
  key: string;
  /** The link to hand over. Opening it does not verify an email address. */
  url: string;
  expiresAt: Date;
  /** Whether another link was mailed to the user's own address. */
  isMailed: boolean;
}

/** Creates and mails links that activate an account or verify an address, for modules that create and change users. */
export interface AccountLinks {
  /**
   * Creates the activation links of an invited user, replacing older ones, and mails one of them if the user has an email
   * address. Opening the mailed link verifies the address; opening the returned link does not.
   * @throws AppError "user_not_found"; "illegal_transition" if the user is already active.
   */
  invite(tx: Tx, userUuid: string): Promise<NewInvitation>;
  /**
   * Mails the link that verifies the user's new address, or the current one if it is unverified. Older links of that kind end.
   * Mails nothing if no address needs verification.
   * @throws AppError "user_not_found".
   */
  mailVerification(tx: Tx, userUuid: string): Promise<void>;
}

/** Creates the account links. @param publicUrl the address of the dashboard. */
export function createAccountLinks(mails: MailSender, publicUrl: string): AccountLinks {
  return {
    async invite(tx, userUuid) {
      const user = await lockUser(tx, userUuid);
      if (user.activated_at) throw new AppError("illegal_transition", "This user is already active");
      const links = createAccountLinksRepository(tx);
      await links.deleteLinks(userUuid, "activation");
      const urlOf = (key: string) => `${publicUrl}/#/signup/${key}`;
      const handed = await links.addLink({ userUuid, purpose: "activation" });
      if (user.email) {
        const mailed = await links.addLink({ userUuid, purpose: "activation", email: user.email });
        const values = { username: user.username, clientName: user.client_name, ...linkOf(urlOf, mailed) };
        await mails.send(tx, {
          mail: AUTH_MAILS.activation,
          to: user.email,
          language: user.language,
          values,
        });
      }
      return { ...handed, url: urlOf(handed.key), isMailed: user.email !== null };
    },

    async mailVerification(tx, userUuid) {
      const user = await lockUser(tx, userUuid);
      const links = createAccountLinksRepository(tx);
      await links.deleteLinks(userUuid, "email");
      const email = user.new_email ?? (user.email_verified_at ? null : user.email);
      if (!email) return;
      const link = await links.addLink({ userUuid, purpose: "email", email });
      const urlOf = (key: string) => `${publicUrl}/#/verifyMail?${new URLSearchParams({ mail: email, key })}`;
      const values = { username: user.username, ...linkOf(urlOf, link) };
      await mails.send(tx, {
        mail: AUTH_MAILS["email-verification"],
        to: email,
        language: user.language,
        values,
      });
    },
  };
}

const linkOf = (urlOf: (key: string) => string, { key, expiresAt }: { key: string; expiresAt: Date }) => ({
  url: urlOf(key),
  expiresAt: expiresAt.toISOString(),
});

async function lockUser(tx: Tx, userUuid: string) {
  const user = await createAccountsRepository(tx).lockUser(userUuid);
  if (!user) throw new AppError("user_not_found", "No such user");
  return user;
}
