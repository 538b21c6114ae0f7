import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";

/**
 * Hashes at once: half of Node's four threads, which write the chunks of uploads too. Beside a flood of wrong passwords that
 * took all four, a chunk waited for 1.2 s.
 */
const AT_ONCE = 2;
const atOnce = pLimit(AT_ONCE);
const hashNow = promisify(argon2);
const hash = (...asked: Parameters<typeof hashNow>) => atOnce(() => hashNow(...asked));

/** What it takes to try a password: KiB of memory, and how often they are filled. */
interface PasswordCost {
  memory: number;
  passes: number;
}

/** OWASP's second choice for argon2id (2024): 19 MiB, two passes, one lane. */
const COST: PasswordCost = { memory: 19_456, passes: 2 };
const SHAPE = { parallelism: 1, tagLength: 32 };

/** @returns `argon2id$memory$passes$salt$tag`, salt and tag in base64url: what it costs stands with it. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hash("argon2id", { ...SHAPE, ...cost, message: Buffer.from(password), nonce });
  const [salt, sealed] = [nonce, tag].map((bytes) => bytes.toString("base64url"));
  return ["argon2id", cost.memory, cost.passes, salt, sealed].join("$");
}

/** False for a wrong password and for a hash that cannot be read. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [kind, memory, passes, salt = "", tag = ""] = stored.split("$");
  if (kind !== "argon2id") return false;
  const expected = Buffer.from(tag, "base64url");
  const actual = await hash("argon2id", {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: SHAPE.parallelism,
    tagLength: expected.length,
    message: Buffer.from(password),
    nonce: Buffer.from(salt, "base64url"),
  });
  return timingSafeEqual(actual, expected);
}

const ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A random password that meets the rule and has no look-alike letters. */
export function generatePassword(): string {
  const letters = Array.from(randomBytes(14), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return `${letters}-aA7`;
}
