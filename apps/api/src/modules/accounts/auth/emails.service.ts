import { AppError } from "@shoal/contract";
import type { Database, Tx } from "../../../platform/database.ts";
import type { MailSender } from "../mails/index.ts";
import { createAccountLinksRepository } from "./account-links.repository.ts";
import type { AccountLinks } from "./account-links.service.ts";
import { createAccountsRepository, VERIFIED_NOW } from "./accounts.repository.ts";
import type { Actor, CallOrigin } from "./actor.ts";
import { EMAIL_INDEXES, EMAIL_TAKEN, refuseDuplicate } from "./duplicates.ts";
import type { AuthLimits } from "./limits.ts";
import type { LinkGate } from "./link-gate.ts";
import { AUTH_MAILS } from "./mails/index.ts";

const isSame = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase();

export function createEmailsService(options: {
  db: Database;
  mails: MailSender;
  links: AccountLinks;
  limits: AuthLimits;
  gate: LinkGate;
}) {
  const { db, mails, links, limits, gate } = options;
  const expired = () => new AppError("link_expired", "This link has expired. Please ask for a new one.");

  return {
    /**
     * Changes the caller's address: the first address takes effect immediately, a later address once it is verified. Entering the
     * current address cancels a pending change.
     * @throws AppError "email_already_used" if a user of the client has it. Whether a user of another client has it is revealed
     * only to the address's owner, who opens the link.
     */
    async change(tx: Tx, actor: Actor, email: string): Promise<void> {
      const accounts = createAccountsRepository(tx);
      const { user } = actor;
      if (isSame(user.email, email)) {
        await accounts.changeProfile(user.uuid, { new_email: null });
        return createAccountLinksRepository(tx).deleteLinks(user.uuid, "email");
      }
      if (user.email === null) await setFirst(tx, user.uuid, email);
      else {
        await accounts.changeProfile(user.uuid, { new_email: email });
        const values = { username: user.username };
        await mails.send(tx, {
          mail: AUTH_MAILS["email-change"],
          to: user.email,
          language: user.language,
          values,
        });
      }
      await links.mailVerification(tx, user.uuid);
    },

    /** @throws AppError "illegal_transition" if no address needs verification; TooManyRequestsError. */
    async sendVerification(actor: Actor, { address }: CallOrigin): Promise<void> {
      const { user } = actor;
      if (!user.new_email && (!user.email || user.email_verified_at))
        throw new AppError("illegal_transition", "There is no email address to verify");
      await limits.admitMail(user.uuid, address);
      await db.transaction().execute((tx) => links.mailVerification(tx, user.uuid));
    },

    /**
     * Verifies the address that the key was mailed to. Address, key and caller must belong together.
     * @throws AppError "link_expired", "email_already_used".
     */
    verify: (
      actor: Actor,
      { mail, key }: { mail: string; key: string },
      { address }: CallOrigin,
    ): Promise<void> =>
      gate.pass(address, () =>
        db
          .transaction()
          .execute(async (tx) => {
            const link = await createAccountLinksRepository(tx).consumeLink(key, "email");
            // The error rolls back, so that another user's attempt does not use up the key.
            if (link?.user_uuid !== actor.userUuid || !isSame(link.email, mail)) throw expired();
            await applyVerified(tx, actor.userUuid, mail);
          })
          .catch(refuseDuplicate(EMAIL_INDEXES, EMAIL_TAKEN)),
      ),
  };

  async function setFirst(tx: Tx, userUuid: string, email: string): Promise<void> {
    const change = { email, email_verified_at: null };
    await createAccountsRepository(tx)
      .changeProfile(userUuid, change)
      .catch(refuseDuplicate(EMAIL_INDEXES, EMAIL_TAKEN));
  }

  async function applyVerified(tx: Tx, userUuid: string, mail: string): Promise<void> {
    const accounts = createAccountsRepository(tx);
    const user = await accounts.findUser(userUuid);
    if (user?.new_email && isSame(user.new_email, mail))
      await accounts.changeProfile(userUuid, { ...VERIFIED_NOW, email: user.new_email, new_email: null });
    else if (user && isSame(user.email, mail)) await accounts.changeProfile(userUuid, VERIFIED_NOW);
    else throw expired();
    await createAccountLinksRepository(tx).deleteLinks(userUuid, "email");
  }
}
export type EmailsService = ReturnType<typeof createEmailsService>;
