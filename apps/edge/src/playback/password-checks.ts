import { type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "@shoal/contract";
import { networkOf } from "@shoal/domain";
import { RateLimiter } from "../platform/rate-limiter.ts";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Each takes 16 MiB and a thread of the pool, which segments are read with too. */
const MAX_RUNNING = 2;
/** About two seconds of work: who comes later is told at once instead of waiting longer. */
const MAX_WAITING = 64;
/** Nobody mistypes more often; all passwords of four small letters would take a month. */
const TRIES_PER_MINUTE = 10;
const MAX_COST_BYTES = 64 * 1024 * 1024;

export interface PasswordTry {
  uuid: string;
  /** Whose tries are counted. */
  address: string;
  password: string;
  /** `scrypt$N$r$p$salt$key`, or several with spaces between: the password must be that of each. */
  hash: string;
}

/** Compares what viewers type with the hashes of videos, a few at a time. */
export class PasswordChecks {
  readonly #limiter = new RateLimiter({ perMinute: TRIES_PER_MINUTE });
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @throws AppError "too_many_requests" for an address that tries too often, or when too many try at once. */
  async isRight({ uuid, address, password, hash }: PasswordTry): Promise<boolean> {
    if (!this.#limiter.take(`${networkOf(address)} ${uuid}`))
      throw this.#limiter.refusal("Too many tries from here");
    await this.#takeTurn();
    try {
      const typed = password.normalize("NFC");
      for (const each of hash.split(" ")) if (!(await matches(typed, each))) return false;
      return true;
    } finally {
      this.#endTurn();
    }
  }

  #takeTurn(): Promise<void> | undefined {
    if (this.#running < MAX_RUNNING) {
      this.#running += 1;
      return undefined;
    }
    if (this.#waiting.length >= MAX_WAITING) throw tooMany("Too many try at once");
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The turn goes to the next who waits. */
  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}

/** False for a hash that cannot be read: such a video stays closed. */
async function matches(password: string, hash: string): Promise<boolean> {
  const [kind, N, r, p, salt = "", key = ""] = hash.split("$");
  const expected = Buffer.from(key, "base64url");
  if (kind !== "scrypt" || expected.length === 0) return false;
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: MAX_COST_BYTES };
  const actual = await derive(password, Buffer.from(salt, "base64url"), expected.length, cost);
  return timingSafeEqual(actual, expected);
}

const tooMany = (message: string) => new AppError("too_many_requests", message);
