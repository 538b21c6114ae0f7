import { networkOf } from "@shoal/domain";
import type pg from "pg";
import { type AttemptCounter, createAttemptCounter, type RateLimit } from "../../platform/rate-limit.ts";

export interface LimitSettings {
  signInPerAccount: RateLimit;
  signInPerAddress: RateLimit;
  codesPerAccount: RateLimit;
  mailsPerAccount: RateLimit;
  mailsPerAddress: RateLimit;
  invitationsPerClient: RateLimit;
  linksPerAddress: RateLimit;
}

/** One attempt that was counted; what is never settled stays a failure. */
export interface Attempt {
  /** It succeeded: the account starts anew. */
  succeed(): Promise<void>;
  /** It was no failure, but no success either. */
  forgive(): Promise<void>;
}

/**
 * Counts what could be guessed or abused. Accounts are counted by the name that was typed, whether there is such a user
 * or not, so that being refused tells nothing about him.
 */
export function createLimits(pool: pg.Pool, settings: LimitSettings) {
  const counter = (name: string, limit: RateLimit) => createAttemptCounter(pool, name, limit);
  const accounts = counter("sign-in-account", settings.signInPerAccount);
  const addresses = counter("sign-in-address", settings.signInPerAddress);
  const ownPasswords = counter("own-password", settings.signInPerAccount);
  const codes = counter("codes", settings.codesPerAccount);
  const starts = counter("provider-starts", settings.signInPerAddress);
  const mailAccounts = counter("mails-account", settings.mailsPerAccount);
  const mailAddresses = counter("mails-address", settings.mailsPerAddress);
  const recipients = counter("mails-recipient", settings.mailsPerAccount);
  const inviters = counter("mails-client", settings.invitationsPerClient);
  const links = counter("links", settings.linksPerAddress);
  const loginKey = (login: string) => login.trim().toLowerCase();
  return {
    /** @param login what was typed; undefined at the provider, which knows the user and not us. */
    async beginSignIn(login: string | undefined, address: string): Promise<Attempt> {
      const network = networkOf(address);
      // The address first: one that is refused cannot lock accounts any more.
      await addresses.take(network);
      if (login !== undefined) await accounts.take(loginKey(login));
      return {
        async succeed() {
          await addresses.giveBack(network);
          if (login !== undefined) await accounts.clear(loginKey(login));
        },
        async forgive() {
          await addresses.giveBack(network);
          if (login !== undefined) await accounts.giveBack(loginKey(login));
        },
      };
    },
    /** Each start leaves a row for its while. */
    takeStart: (address: string) => starts.take(networkOf(address)),
    /** Lets an account that was locked by failures sign in again. */
    clearSignIn: (login: string) => accounts.clear(loginKey(login)),
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

async function attemptAt(counter: AttemptCounter, key: string): Promise<Attempt> {
  await counter.take(key);
  return { succeed: () => counter.clear(key), forgive: () => counter.giveBack(key) };
}
