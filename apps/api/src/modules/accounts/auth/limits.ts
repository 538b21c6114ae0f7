import { networkOf } from "@shoal/domain";
import {
  createAttemptCounter,
  type LimitStore,
  type RateLimit,
  TooManyRequestsError,
} from "../../../platform/rate-limit.ts";
import {
  type CountedAttempt,
  createSignInLimits,
  loginKey,
  type SignInLimitSettings,
  startAttempt,
} from "./sign-in-limits.ts";

export interface LimitSettings extends SignInLimitSettings {
  codesPerAccount: RateLimit;
  mailsPerAccount: RateLimit;
  mailsPerAddress: RateLimit;
  invitationsPerClient: RateLimit;
  linksPerAddress: RateLimit;
}

/** How a user has proved their identity before the second factor. */
export type FirstFactor = "password" | "password-in-known-browser" | "provider";

/** Limits for calls that could be used for guessing or abuse. */
export function createLimits(limitStore: LimitStore, settings: LimitSettings) {
  const counter = (name: string, limit: RateLimit) => createAttemptCounter(limitStore, name, limit);
  const ownPasswords = counter("own-password", settings.signInPerPair);
  const codes = counter("codes", settings.codesPerAccount);
  const codesOfKnownBrowsers = counter("codes-known", settings.codesPerAccount);
  const codesAtProvider = counter("codes-provider", settings.codesPerAccount);
  const ownCodes = counter("codes-own", settings.codesPerAccount);
  const starts = counter("provider-starts", settings.signInPerAddress);
  const mailAccounts = counter("mails-account", settings.mailsPerAccount);
  const askers = counter("mails-asker", settings.mailsPerAccount);
  const passwordMails = counter("mails-forgotten", settings.mailsPerAccount);
  const mailAddresses = counter("mails-address", settings.mailsPerAddress);
  const recipients = counter("mails-recipient", settings.mailsPerAccount);
  const deletionPlans = counter("mails-deletion", settings.mailsPerAccount);
  const inviters = counter("mails-client", settings.invitationsPerClient);
  const links = counter("links", settings.linksPerAddress);
  const counters = {
    password: codes,
    "password-in-known-browser": codesOfKnownBrowsers,
    provider: codesAtProvider,
  };
  return {
    ...createSignInLimits(limitStore, settings),
    /** Counts the start of a sign-in at the provider, since each start leaves a row for a while. */
    admitStart: (address: string) => starts.consume(networkOf(address)),
    /** Counts an attempt at the password of a signed-in caller. */
    ownPassword: (userUuid: string) => startAttempt(ownPasswords, userUuid),
    /**
     * Counts an attempt to enter a code of the second factor when signing in. Known browsers of the user and sign-ins at the
     * provider are counted separately, so that someone else who knows the password cannot lock the user out. A success does not
     * reset the count, since that would give the other person new attempts.
     */
    async code(userUuid: string, firstFactor: FirstFactor): Promise<CountedAttempt> {
      const { forgive } = await startAttempt(counters[firstFactor], userUuid);
      return { succeed: forgive, forgive };
    },
    /** Counts an attempt of a signed-in caller to enter a code of the second factor. */
    ownCode: (userUuid: string) => startAttempt(ownCodes, userUuid),
    link: (address: string) => startAttempt(links, networkOf(address)),
    /** Counts a mail to the caller. */
    async admitMail(userUuid: string, address: string): Promise<void> {
      await mailAddresses.consume(networkOf(address));
      await mailAccounts.consume(loginKey(userUuid));
    },
    /**
     * Counts a mail to the owner of a login that an anonymous caller requests. It counts for the caller's address, so that
     * nobody can use up the owner's allowance.
     */
    async admitMailRequest(login: string, address: string): Promise<void> {
      const network = networkOf(address);
      await mailAddresses.consume(network);
      await askers.consume([loginKey(login), network]);
    },
    /** Whether another password mail may be sent to this user, for any requester. Callers do not learn the result. */
    async mayMailPasswordLink(userUuid: string): Promise<boolean> {
      try {
        await passwordMails.consume(userUuid);
        return true;
      } catch (error) {
        if (error instanceof TooManyRequestsError) return false;
        throw error;
      }
    },
    /** Counts a scheduled deletion of a client. Scheduling it sends mails to all managers of the client, and so does cancelling it. */
    admitDeletionPlan: (clientUuid: string) => deletionPlans.consume(clientUuid),
    /**
     * Counts a mail that a user sends to another person. Limits apply per client, so that other clients can still write to the
     * recipient.
     * @param clientUuid the client for which the mail is sent.
     */
    async admitMailTo(recipient: string, clientUuid: string): Promise<void> {
      await recipients.consume([loginKey(recipient), clientUuid]);
      await inviters.consume(clientUuid);
    },
  };
}
export type AuthLimits = ReturnType<typeof createLimits>;
