import { networkOf } from "@shoal/domain";
import type pg from "pg";
import { createAttemptCounter, type RateLimit } from "../../platform/rate-limit.ts";
import { attemptAt, createSignInLimits, loginKey, type SignInLimitSettings } from "./sign-in-limits.ts";

export interface LimitSettings extends SignInLimitSettings {
  codesPerAccount: RateLimit;
  mailsPerAccount: RateLimit;
  mailsPerAddress: RateLimit;
  invitationsPerClient: RateLimit;
  linksPerAddress: RateLimit;
}

/** Counts what could be guessed or abused. */
export function createLimits(pool: pg.Pool, settings: LimitSettings) {
  const counter = (name: string, limit: RateLimit) => createAttemptCounter(pool, name, limit);
  const ownPasswords = counter("own-password", settings.signInPerPair);
  const codes = counter("codes", settings.codesPerAccount);
  const starts = counter("provider-starts", settings.signInPerAddress);
  const mailAccounts = counter("mails-account", settings.mailsPerAccount);
  const mailAddresses = counter("mails-address", settings.mailsPerAddress);
  const recipients = counter("mails-recipient", settings.mailsPerAccount);
  const inviters = counter("mails-client", settings.invitationsPerClient);
  const links = counter("links", settings.linksPerAddress);
  return {
    ...createSignInLimits(pool, settings),
    /** Each start leaves a row for its while. */
    takeStart: (address: string) => starts.take(networkOf(address)),
    /** The password of a caller who is signed in. */
    ownPassword: (userUuid: string) => attemptAt(ownPasswords, userUuid),
    code: (userUuid: string) => attemptAt(codes, userUuid),
    link: (address: string) => attemptAt(links, networkOf(address)),
    /** @param account what was typed, or the uuid of the caller. */
    async takeMail(account: string, address: string): Promise<void> {
      await mailAddresses.take(networkOf(address));
      await mailAccounts.take(loginKey(account));
    },
    /** A mail that somebody sends to somebody else. @param clientUuid of the sender. */
    async takeMailTo(recipient: string, clientUuid: string): Promise<void> {
      await recipients.take(loginKey(recipient));
      await inviters.take(clientUuid);
    },
  };
}
export type Limits = ReturnType<typeof createLimits>;
