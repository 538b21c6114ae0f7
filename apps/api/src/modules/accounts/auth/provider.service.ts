import { createHash, randomBytes } from "node:crypto";
import { AppError } from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import type { CallOrigin } from "./actor.ts";
import type { CodeProvider } from "./github.ts";
import type { AuthLimits } from "./limits.ts";
import {
  createProviderFlowsRepository,
  type ProviderFlow,
  type ProviderUser,
} from "./provider-flows.repository.ts";

const FLOW_LIFETIME_MS = 600_000;

/** What the page received from the identity provider. */
export interface ProviderAnswer {
  code: string;
  state: string;
  twoFactorCode?: string | undefined;
}

export interface ProviderIdentity {
  user: ProviderUser;
  /** Allows the same state to be used again without another code, until the flow ends. */
  putBack(): Promise<void>;
}

export function createProviderService(options: {
  db: Database;
  limits: AuthLimits;
  /** The identity provider; undefined if none is configured. */
  provider: CodeProvider | undefined;
}) {
  const { db, limits, provider } = options;
  const flows = createProviderFlowsRepository(db);

  function getProvider(): CodeProvider {
    if (!provider) throw new AppError("provider_not_configured", "Sign-in with GitHub is not configured");
    return provider;
  }

  return {
    isConfigured: provider !== undefined,

    /**
     * Starts a visit to the provider.
     * @returns the address for the browser, and the state that the page compares afterwards.
     * @param linkingUserUuid a user who has proved their identity and is linking their provider account.
     * @throws AppError "provider_not_configured", TooManyRequestsError.
     */
    async start(
      { address }: CallOrigin,
      linkingUserUuid: string | null = null,
    ): Promise<{ url: string; state: string }> {
      const to = getProvider();
      await limits.admitStart(address);
      const state = randomBytes(32).toString("base64url");
      const codeVerifier = randomBytes(32).toString("base64url");
      const expiresAt = new Date(Date.now() + FLOW_LIFETIME_MS);
      await flows.saveFlow(state, { codeVerifier, expiresAt, linkingUserUuid });
      const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");
      return { url: to.authorizeUrl({ state, codeChallenge }), state };
    },

    /**
     * Finds the account that signed in at the provider, and uses up the state.
     * @param linkingUserUuid the user whose flow it must be; null for a sign-in.
     * @throws AppError "provider_not_configured", "provider_answer_wrong", "provider_unavailable".
     */
    async identify(
      { code, state }: ProviderAnswer,
      linkingUserUuid: string | null = null,
    ): Promise<ProviderIdentity> {
      const from = getProvider();
      const flow = await flows.consumeFlow(state);
      if (flow?.linkingUserUuid !== linkingUserUuid)
        throw new AppError(
          "provider_answer_wrong",
          "This sign-in took too long or was already used: start again",
        );
      const user = flow.user ?? (await from.fetchUser({ code, codeVerifier: flow.codeVerifier }));
      return { user, putBack: () => flows.saveFlow(state, { ...flow, user } satisfies ProviderFlow) };
    },
  };
}
export type ProviderService = ReturnType<typeof createProviderService>;
