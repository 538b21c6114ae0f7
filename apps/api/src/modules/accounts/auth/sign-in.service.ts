import { randomBytes } from "node:crypto";
import { AppError, type OpenedSession } from "@shoal/contract";
import { networkOf } from "@shoal/domain";
import type { Database } from "../../../platform/database.ts";
import { type AccountRow, createAccountsRepository } from "./accounts.repository.ts";
import type { CallOrigin } from "./actor.ts";
import type { KnownBrowsers } from "./known-browsers.ts";
import type { AuthLimits, FirstFactor } from "./limits.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import type { ProviderAnswer, ProviderService } from "./provider.service.ts";
import type { SessionsService } from "./sessions.service.ts";
import type { CountedAttempt } from "./sign-in-limits.ts";
import type { TwoFactorService } from "./two-factor.service.ts";

export interface SignInCredentials {
  username: string;
  password: string;
  twoFactorCode?: string | undefined;
  /** The cookies of earlier sign-ins in this browser. */
  knownBrowsers?: string[] | undefined;
}

export function createSignInService(options: {
  db: Database;
  limits: AuthLimits;
  sessions: SessionsService;
  twoFactor: TwoFactorService;
  provider: ProviderService;
  knownBrowsers: KnownBrowsers;
}) {
  const { db, limits, sessions, twoFactor, provider } = options;
  /** The hash that is compared if the name has no password, so that the response takes as long as for a wrong password. */
  const decoy = hashPassword(randomBytes(16).toString("hex"));

  /** @throws AppError "two_factor_required" or "two_factor_wrong". */
  async function assertSecondFactor(
    user: AccountRow,
    code: string | undefined,
    { attempt, firstFactor }: { attempt: CountedAttempt; firstFactor: FirstFactor },
  ): Promise<void> {
    if (!user.totp_confirmed_at) return;
    if (code) return twoFactor.assertCode(user.uuid, code, firstFactor);
    await attempt.forgive();
    throw new AppError("two_factor_required", "Enter the code from your authenticator app");
  }

  return {
    /**
     * Signs in with a username or a verified email address.
     * @throws AppError "wrong_credentials" for an unknown name, a wrong password, and a user without a password or activation;
     * "two_factor_required", "two_factor_wrong"; TooManyRequestsError; "too_many_requests" and "unavailable" if too many
     * passwords wait to be compared.
     */
    async signIn(credentials: SignInCredentials, origin: CallOrigin): Promise<OpenedSession> {
      const { username, password, twoFactorCode } = credentials;
      const user = await createAccountsRepository(db).findByLogin(username);
      const knownBrowser = options.knownBrowsers.find(credentials.knownBrowsers ?? [], user?.uuid);
      const attempt = await limits.beginSignIn({
        login: username,
        userUuid: user?.uuid,
        address: origin.address,
        knownBrowser,
      });
      const stored = user?.password_hash ?? (await decoy);
      // Users who sign in from a known browser do not wait behind password guessers.
      const caller = user && knownBrowser !== undefined ? { known: user.uuid } : networkOf(origin.address);
      const isRight = await isPassword(password, stored, caller).catch(async (error: unknown) => {
        // Attempts that were not verified do not count, because many concurrent sign-ins must not lock users out.
        await attempt.forgive();
        throw error;
      });
      if (!user?.activated_at || !isRight || attempt.isRefused)
        throw new AppError("wrong_credentials", "The username or the password is wrong");
      const firstFactor = knownBrowser === undefined ? "password" : "password-in-known-browser";
      await assertSecondFactor(user, twoFactorCode, { attempt, firstFactor });
      await attempt.succeed();
      return sessions.open(db, user, origin);
    },

    /**
     * Signs in with the provider's response. The state stays valid until the second factor is provided.
     * @throws AppError "provider_account_unknown", those of ProviderService.identify and of the second factor.
     */
    async signInAtProvider(answer: ProviderAnswer, origin: CallOrigin): Promise<OpenedSession> {
      const attempt = await limits.beginAtProvider(origin.address);
      const identity = await provider.identify(answer);
      const user = await createAccountsRepository(db).findByGithub(identity.user.id);
      if (!user?.activated_at)
        throw new AppError("provider_account_unknown", "No user is linked to this provider account");
      await assertSecondFactor(user, answer.twoFactorCode, { attempt, firstFactor: "provider" }).catch(
        async (error: unknown) => {
          await identity.putBack();
          throw error;
        },
      );
      await attempt.succeed();
      return sessions.open(db, user, origin);
    },
  };
}
export type SignInService = ReturnType<typeof createSignInService>;
