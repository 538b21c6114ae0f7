import { createHash, randomBytes } from "node:crypto";
import { EMAIL_LINK_HOURS } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { AccountLink } from "../../../platform/schema.ts";

export type LinkPurpose = AccountLink["purpose"];

const HOUR_MS = 3_600_000;
const LINK_LIFETIME_MS: Record<LinkPurpose, number> = {
  activation: 7 * 24 * HOUR_MS,
  password: 24 * HOUR_MS,
  email: EMAIL_LINK_HOURS * HOUR_MS,
};

const computeHash = (key: string) => createHash("sha256").update(key).digest();

export interface NewLink {
  userUuid: string;
  purpose: LinkPurpose;
  email?: string | undefined;
}

/** Creates the repository of links that let a person act for a user without a session. Only hashes of their keys are stored. */
export function createAccountLinksRepository(db: Tx) {
  return {
    /** @returns the key, 256 random bits; it cannot be read again. */
    async addLink({ userUuid, purpose, email }: NewLink): Promise<{ key: string; expiresAt: Date }> {
      const key = randomBytes(32).toString("base64url");
      const expiresAt = new Date(Date.now() + LINK_LIFETIME_MS[purpose]);
      await db
        .insertInto("account_links")
        .values({
          key_hash: computeHash(key),
          user_uuid: userUuid,
          purpose,
          email: email ?? null,
          expires_at: expiresAt,
        })
        .execute();
      return { key, expiresAt };
    },
    findLink: (key: string, purpose: LinkPurpose) =>
      db
        .selectFrom("account_links")
        .innerJoin("users", "users.uuid", "account_links.user_uuid")
        .innerJoin("clients", "clients.uuid", "users.client_uuid")
        .select(["account_links.user_uuid", "account_links.email", "account_links.expires_at"])
        .select(["users.username", "users.language", "users.activated_at", "clients.name as client_name"])
        .where("key_hash", "=", computeHash(key))
        .where("purpose", "=", purpose)
        .where("account_links.expires_at", ">", sql<Date>`now()`)
        .executeTakeFirst(),
    /**
     * Uses up a link. Of two concurrent calls, only one succeeds.
     * @returns undefined if the link is expired, used or unknown.
     */
    async consumeLink(key: string, purpose: LinkPurpose) {
      // The user is locked first, as everywhere else. Otherwise two links of one user that are used at the same time would
      // deadlock.
      await db
        .selectFrom("users")
        .innerJoin("account_links", "account_links.user_uuid", "users.uuid")
        .select("users.uuid")
        .where("key_hash", "=", computeHash(key))
        .forNoKeyUpdate("users")
        .execute();
      return db
        .deleteFrom("account_links")
        .where("key_hash", "=", computeHash(key))
        .where("purpose", "=", purpose)
        .where("expires_at", ">", sql<Date>`now()`)
        .returning(["user_uuid", "email"])
        .executeTakeFirst();
    },
    async deleteLinks(userUuid: string, purpose: LinkPurpose): Promise<void> {
      await db
        .deleteFrom("account_links")
        .where("user_uuid", "=", userUuid)
        .where("purpose", "=", purpose)
        .execute();
    },
    async deleteExpired(): Promise<void> {
      await db.deleteFrom("account_links").where("expires_at", "<=", sql<Date>`now()`).execute();
    },
  };
}
