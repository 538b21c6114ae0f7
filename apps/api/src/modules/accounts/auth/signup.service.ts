import { AppError, type OpenedSession } from "@shoal/contract";
import { networkOf } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import { createAccountLinksRepository } from "./account-links.repository.ts";
import { createAccountsRepository } from "./accounts.repository.ts";
import type { CallOrigin } from "./actor.ts";
import { EMAIL_INDEXES, EMAIL_TAKEN, PROVIDER_ACCOUNT_TAKEN, refuseDuplicate } from "./duplicates.ts";
import type { LinkGate } from "./link-gate.ts";
import { assertFaultless, findNewPasswordFaults } from "./password-rule.ts";
import { hashPassword } from "./passwords.ts";
import type { ProviderAnswer, ProviderService } from "./provider.service.ts";
import type { SessionsService } from "./sessions.service.ts";

/** Quoted from the specification (§8), so the wording must not change. */
const EXPIRED_LINK_MESSAGE =
  "This link has expired. Please ask your administrator to create your user again.";

export interface NewPassword {
  password: string;
  confirmPassword: string;
}
type ActivationProof = Parameters<ReturnType<typeof createAccountsRepository>["activate"]>[1];

export function createSignupService(options: {
  db: Database;
  gate: LinkGate;
  sessions: SessionsService;
  provider: ProviderService;
}) {
  const { db, gate, sessions, provider } = options;
  const expired = () => new AppError("link_expired", EXPIRED_LINK_MESSAGE);

  /** @throws AppError "link_expired" if the link is expired, used or unknown, or its user is already activated. */
  const getInvited = (key: string, { address }: CallOrigin) =>
    gate.pass(address, async () => {
      const link = await createAccountLinksRepository(db).findLink(key, "activation");
      if (!link || link.activated_at) throw expired();
      return link;
    });

  /**
   * Uses up the link and signs in, in one transaction. Verifies the address, unless another account of its owner has verified it.
   * If two accounts verify it at the same time, the second is rejected and can retry.
   */
  async function activate(
    tx: Tx,
    key: string,
    proof: ActivationProof,
    origin: CallOrigin,
  ): Promise<OpenedSession> {
    const links = createAccountLinksRepository(tx);
    const link = await links.consumeLink(key, "activation");
    if (!link) throw expired();
    const user = await createAccountsRepository(tx).activate(link.user_uuid, proof, link.email);
    if (!user) throw expired();
    await links.deleteLinks(link.user_uuid, "activation");
    return sessions.open(tx, user, origin);
  }

  return {
    getInvited,

    /** @throws AppError "link_expired", "password_too_weak" or "password_mismatch" with the fields of both. */
    async signUp(
      key: string,
      { password, confirmPassword }: NewPassword,
      origin: CallOrigin,
    ): Promise<OpenedSession> {
      await getInvited(key, origin);
      assertFaultless(findNewPasswordFaults(password, confirmPassword, "password"));
      const proof = { password_hash: await hashPassword(password, { caller: networkOf(origin.address) }) };
      return db
        .transaction()
        .execute((tx) => activate(tx, key, proof, origin))
        .catch(refuseDuplicate(EMAIL_INDEXES, EMAIL_TAKEN));
    },

    /** @throws AppError "link_expired", "provider_account_taken", and those of ProviderService.identify. */
    async signUpAtProvider(key: string, answer: ProviderAnswer, origin: CallOrigin): Promise<OpenedSession> {
      await getInvited(key, origin);
      const { user } = await provider.identify(answer);
      const proof = { github_id: user.id, github_login: user.login };
      return db
        .transaction()
        .execute((tx) => activate(tx, key, proof, origin))
        .catch(refuseDuplicate(EMAIL_INDEXES, EMAIL_TAKEN))
        .catch(refuseDuplicate("users_github", PROVIDER_ACCOUNT_TAKEN));
    },
  };
}
export type SignupService = ReturnType<typeof createSignupService>;
