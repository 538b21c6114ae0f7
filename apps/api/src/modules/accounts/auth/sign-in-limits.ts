import { networkOf } from "@shoal/domain";
import {
  type AttemptCounter,
  createAttemptCounter,
  type LimitStore,
  type RateLimit,
  TooManyRequestsError,
} from "../../../platform/rate-limit.ts";

export interface SignInLimitSettings {
  signInPerPair: RateLimit;
  signInPerAccount: RateLimit;
  signInPerAddress: RateLimit;
}

/** A counted attempt; it counts as a failure unless it is settled. */
export interface CountedAttempt {
  /** Records a successful sign-in, which resets the account's count of failures. */
  succeed(): Promise<void>;
  /** Takes back an attempt that neither failed nor succeeded, such as one that needs a second factor. */
  forgive(): Promise<void>;
}

/** The account that a caller tries to sign in to, and the caller's address. */
export interface SignInTarget {
  /** The username or email address as the caller entered it. */
  login: string;
  /** The user with this login; undefined if there is none. */
  userUuid: string | undefined;
  address: string;
  /** The browser's id, if this user has signed in there before. */
  knownBrowser: string | undefined;
}

export interface SignInAttempt extends CountedAttempt {
  /**
   * Whether the user had too many attempts under their other login. The response reports a wrong password, as for an unknown
   * login, because any other response would reveal that both logins belong to one user.
   */
  isRefused: boolean;
}

/** The names under which a user's failures are counted. */
interface SignInNames {
  uuid: string;
  username: string;
  email: string | null;
}

/**
 * Counts failed sign-ins. Names are counted as typed, whether they exist or not, so that a delay reveals nothing about them.
 * Failures by others do not lock a user out. They count against the address of the other party, and only a hundred of them count
 * against the user. The user's own browsers are counted separately.
 */
export function createSignInLimits(limitStore: LimitStore, settings: SignInLimitSettings) {
  const browsers = createAttemptCounter(limitStore, "sign-in-browser", settings.signInPerPair);
  const pairs = createAttemptCounter(limitStore, "sign-in-pair", settings.signInPerPair);
  const accounts = createAttemptCounter(limitStore, "sign-in-account", settings.signInPerAccount);
  const addresses = createAttemptCounter(limitStore, "sign-in-address", settings.signInPerAddress);

  /** Counts an attempt for the user under either of their names. @returns false if there were too many. */
  async function limitUser(userUuid: string, network: string): Promise<boolean> {
    try {
      await pairs.consume([userUuid, network]);
      await accounts.consume(userUuid);
      return true;
    } catch (error) {
      if (error instanceof TooManyRequestsError) return false;
      throw error;
    }
  }

  return {
    async beginSignIn({ login, userUuid, address, knownBrowser }: SignInTarget): Promise<SignInAttempt> {
      if (knownBrowser !== undefined)
        return { ...(await startAttempt(browsers, knownBrowser)), isRefused: false };
      const network = networkOf(address);
      const name = loginKey(login);
      // The address is counted first, so that an address that is already rejected cannot lock accounts.
      await addresses.consume(network);
      await pairs.consume([name, network]);
      await accounts.consume(name);
      const isRefused = userUuid !== undefined && !(await limitUser(userUuid, network));
      async function giveBackShared(): Promise<void> {
        await addresses.giveBack(network);
        await accounts.giveBack(name);
        if (userUuid !== undefined) await accounts.giveBack(userUuid);
      }
      return {
        isRefused,
        // Attempts by others still count: a successful sign-in must not reset the limit of an attacker.
        async succeed() {
          await giveBackShared();
          await pairs.clear([name, network]);
          if (userUuid !== undefined) await pairs.clear([userUuid, network]);
        },
        async forgive() {
          await giveBackShared();
          await pairs.giveBack([name, network]);
          if (userUuid !== undefined) await pairs.giveBack([userUuid, network]);
        },
      };
    },
    /** Begins a sign-in at the provider, where only the address is known. */
    beginAtProvider: async (address: string): Promise<CountedAttempt> => {
      const network = networkOf(address);
      await addresses.consume(network);
      const giveBack = () => addresses.giveBack(network);
      return { succeed: giveBack, forgive: giveBack };
    },
    /** Unlocks an account that was locked by failed sign-ins, for all addresses. */
    async clearSignIn({ uuid, username, email }: SignInNames): Promise<void> {
      for (const key of [uuid, loginKey(username), email && loginKey(email)]) {
        if (!key) continue;
        await accounts.clear(key);
        await pairs.clearAll(key);
      }
    },
  };
}

export const loginKey = (login: string): string => login.trim().toLowerCase();

export async function startAttempt(counter: AttemptCounter, key: string): Promise<CountedAttempt> {
  await counter.consume(key);
  return { succeed: () => counter.clear(key), forgive: () => counter.giveBack(key) };
}
