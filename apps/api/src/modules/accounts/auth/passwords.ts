import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { type Caller, FairQueue } from "@shoal/domain/fair-queue";

const argon2Async = promisify(argon2);
const queue = new FairQueue({
  // Only half of Node's four threads hash passwords, because the same threads write uploaded chunks. When a flood of wrong passwords
  // occupied all four, chunks waited for 1.2 s.
  running: 2,
  // The queue holds about two seconds of work, at 50 ms each: later callers are rejected immediately instead of waiting longer.
  waiting: 64,
  // One caller may queue this many passwords: more than the people behind one address enter within the same second.
  waitingPerCaller: 24,
  retryAfterSec: 2,
});
/** The caller under which the process queues its own hashes, such as those that it makes when it starts. */
const OWN_PROCESS: Caller = { known: "ourselves" };

/** The cost of trying a password: KiB of memory, and the number of passes. */
interface PasswordCost {
  memory: number;
  passes: number;
}

/** OWASP's second choice for argon2id (2024): 19 MiB, two passes, one lane. */
const HASH_COST: PasswordCost = { memory: 19_456, passes: 2 };
const HASH_SHAPE = { parallelism: 1, tagLength: 32 };

export interface HashOptions {
  /** The key under which a caller queues: the network of an address, or a known user. */
  caller?: Caller;
  cost?: PasswordCost;
}

/**
 * @returns `argon2id$memory$passes$salt$tag`, with salt and tag in base64url: the hash includes its cost parameters.
 * @throws AppError "too_many_requests" for a caller with too many concurrent requests, "unavailable" if the queue is full
 */
export async function hashPassword(
  password: string,
  { caller = OWN_PROCESS, cost = HASH_COST }: HashOptions = {},
): Promise<string> {
  const nonce = randomBytes(16);
  const options = { ...HASH_SHAPE, ...cost, message: Buffer.from(password), nonce };
  const tag = await queue.run(caller, () => argon2Async("argon2id", options));
  const [salt, sealed] = [nonce, tag].map((bytes) => bytes.toString("base64url"));
  return ["argon2id", cost.memory, cost.passes, salt, sealed].join("$");
}

/**
 * Compares a password with a stored hash.
 * @returns false for a wrong password and for an unreadable hash.
 * @param caller the caller under whom the comparison is queued, as for `hashPassword`.
 * @throws the same errors as `hashPassword`.
 */
export async function isPassword(password: string, stored: string, caller: Caller): Promise<boolean> {
  const [kind, memory, passes, salt = "", tag = ""] = stored.split("$");
  if (kind !== "argon2id") return false;
  const expected = Buffer.from(tag, "base64url");
  const options = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: HASH_SHAPE.parallelism,
    tagLength: expected.length,
    message: Buffer.from(password),
    nonce: Buffer.from(salt, "base64url"),
  };
  const actual = await queue.run(caller, () => argon2Async("argon2id", options));
  return timingSafeEqual(actual, expected);
}

const PASSWORD_ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Makes a random password that meets the rule and has no look-alike letters. */
export function generatePassword(): string {
  const letters = Array.from(
    randomBytes(14),
    (byte) => PASSWORD_ALPHABET[byte % PASSWORD_ALPHABET.length],
  ).join("");
  return `${letters}-aA7`;
}
