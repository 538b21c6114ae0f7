import { type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { networkOf } from "@shoal/domain";
import { FairQueue } from "@shoal/domain/fair-queue";
import type { JointRates } from "@shoal/limits";
import { RateLimiter } from "../platform/rate-limiter.ts";

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const CHECK_LIMITS = {
  // Each check takes 16 MiB of memory and a thread of the pool, which also reads segments.
  running: 2,
  // Waiting checks take about two seconds in all. Further callers are rejected immediately instead of waiting for longer.
  waiting: 64,
  // Several viewers behind one address may submit a password within the same second.
  waitingPerCaller: 24,
  retryAfterSec: 2,
};
/**
 * The maximum number of attempts per address. No viewer mistypes this often, and trying all passwords of four lower-case letters
 * would take a month.
 */
const ATTEMPTS_PER_MINUTE = 10;
const MAX_COST_BYTES = 64 * 1024 * 1024;

export interface PasswordAttempt {
  uuid: string;
  /** The viewer's address, for which attempts are counted. */
  address: string;
  password: string;
  /** The hash `scrypt$N$r$p$salt$key`, or several hashes separated by spaces, all of which the password must match. */
  hash: string;
}

/** Compares the passwords that viewers enter with videos' hashes, a few at a time. */
export class PasswordChecks {
  readonly #limiter: RateLimiter;
  readonly #turns = new FairQueue(CHECK_LIMITS);

  /**
   * Creates the checks.
   * @param rates the limits that all edges count together.
   */
  constructor(rates?: Pick<JointRates, "tryConsume">) {
    this.#limiter = new RateLimiter({ perMinute: ATTEMPTS_PER_MINUTE, joint: { rates, name: "passwords" } });
  }

  /**
   * Whether a password is correct.
   * @throws AppError "too_many_requests" for an address that tries too often or has too many checks waiting, "unavailable" when too
   * many checks are waiting in total
   */
  async isRight({ uuid, address, password, hash }: PasswordAttempt): Promise<boolean> {
    const network = networkOf(address);
    if (!this.#limiter.tryConsume(`${network} ${uuid}`))
      throw this.#limiter.refusal("Too many tries from here");
    return this.#turns.run(network, async () => {
      const typed = password.normalize("NFC");
      for (const each of hash.split(" ")) if (!(await matchesHash(typed, each))) return false;
      return true;
    });
  }
}

/** Whether a password matches a hash. No password matches an unreadable hash, so the video stays locked. */
async function matchesHash(password: string, hash: string): Promise<boolean> {
  const [kind, N, r, p, salt = "", key = ""] = hash.split("$");
  const expected = Buffer.from(key, "base64url");
  if (kind !== "scrypt" || expected.length === 0) return false;
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: MAX_COST_BYTES };
  const actual = await deriveKey(password, Buffer.from(salt, "base64url"), expected.length, cost);
  return timingSafeEqual(actual, expected);
}
