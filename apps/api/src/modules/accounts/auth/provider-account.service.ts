import { AppError } from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import { createAccountsRepository } from "./accounts.repository.ts";
import type { Actor, CallOrigin } from "./actor.ts";
import { PROVIDER_ACCOUNT_TAKEN, refuseDuplicate } from "./duplicates.ts";
import { AUTH_MAILS } from "./mails/index.ts";
import type { AccountNotices } from "./notices.ts";
import type { OwnPassword } from "./own-password.ts";
import type { ProviderAnswer, ProviderService } from "./provider.service.ts";

/** Manages the account at an identity provider that a user can also sign in with. */
export function createProviderAccountService(options: {
  db: Database;
  provider: ProviderService;
  notices: AccountNotices;
  ownPassword: OwnPassword;
}) {
  const { db, provider, notices, ownPassword } = options;
  return {
    /**
     * Returns the address to redirect the browser to. Linking gives the same access as the password, so the password is
     * required.
     * @throws AppError "current_password_wrong" and those of ProviderService.start.
     */
    async startLink(actor: Actor, currentPassword: string, origin: CallOrigin) {
      await ownPassword.assertRight(actor, currentPassword);
      return provider.start(origin, actor.userUuid);
    },

    /** @throws AppError "provider_account_taken", and the errors of ProviderService.identify. */
    async link(actor: Actor, answer: ProviderAnswer): Promise<void> {
      const { user: github } = await provider.identify(answer, actor.userUuid);
      const values = { username: actor.username, providerLogin: github.login };
      await db.transaction().execute(async (tx) => {
        await createAccountsRepository(tx)
          .setGithub(actor.userUuid, github)
          .catch(refuseDuplicate("users_github", PROVIDER_ACCOUNT_TAKEN));
        await notices.send(tx, actor.user, { mail: AUTH_MAILS["provider-linked"], values });
      });
    },

    /** @throws AppError "illegal_transition" while the user has no password to sign in with instead. */
    async unlink(actor: Actor): Promise<void> {
      if (!actor.user.password_hash) throw new AppError("illegal_transition", "Choose a password first");
      await createAccountsRepository(db).setGithub(actor.userUuid, null);
    },
  };
}
export type ProviderAccountService = ReturnType<typeof createProviderAccountService>;
