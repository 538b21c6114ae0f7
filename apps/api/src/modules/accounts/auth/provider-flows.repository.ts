import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

const computeHash = (state: string) => createHash("sha256").update(state).digest();

/** A user as the identity provider identifies them. */
export interface ProviderUser {
  id: string;
  login: string;
}
export interface ProviderFlow {
  codeVerifier: string;
  expiresAt: Date;
  /** The provider's user, once the provider has answered. */
  user?: ProviderUser | undefined;
  /** The user who links their account at the provider; null when signing in. */
  linkingUserUuid: string | null;
}

/** Creates the repository of sign-ins in progress at the provider, by the hash of their state. */
export function createProviderFlowsRepository(db: Tx) {
  return {
    async saveFlow(
      state: string,
      { codeVerifier, expiresAt, user, linkingUserUuid }: ProviderFlow,
    ): Promise<void> {
      await db
        .insertInto("provider_flows")
        .values({
          state_hash: computeHash(state),
          code_verifier: codeVerifier,
          expires_at: expiresAt,
          provider_user: user ? JSON.stringify(user) : null,
          user_uuid: linkingUserUuid,
        })
        .execute();
    },
    /** Uses up a state; only one of two calls with it gets the flow. */
    async consumeFlow(state: string): Promise<ProviderFlow | undefined> {
      const row = await db
        .deleteFrom("provider_flows")
        .where("state_hash", "=", computeHash(state))
        .where("expires_at", ">", sql<Date>`now()`)
        .returningAll()
        .executeTakeFirst();
      return (
        row && {
          codeVerifier: row.code_verifier,
          expiresAt: row.expires_at,
          user: row.provider_user ?? undefined,
          linkingUserUuid: row.user_uuid,
        }
      );
    },
    async deleteExpired(): Promise<void> {
      await db.deleteFrom("provider_flows").where("expires_at", "<=", sql<Date>`now()`).execute();
    },
  };
}
