import { randomBytes, type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "@shoal/contract";
import { FairQueue } from "@shoal/domain/fair-queue";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** 16 MiB and some 40 ms: an edge checks what viewers type, several a second, beside their segments. */
const COST = { N: 16_384, r: 8, p: 1 };
const KEY_BYTES = 32;

/** Beside two sign-ins at once it leaves one of Node's four threads to the chunks of uploads. */
const queue = new FairQueue({ running: 1, waiting: 64, waitingPerCaller: 16, retryAfterSec: 2 });

/**
 * @param caller whose turn it takes: a user.
 * @returns `scrypt$N$r$p$salt$key`, salt and key in base64url.
 * @throws AppError "too_many_requests" for a caller with too many at once, "unavailable" when too many wait.
 */
export async function hashVideoPassword(password: string, caller: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await queue.run(caller, () => derive(password, salt, KEY_BYTES, COST));
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** The requested change of a password. */
interface PasswordWish {
  isPassword?: boolean | undefined;
  password?: string | null | undefined;
}

/** Why a wish cannot be: a password is wanted and there is none, or given and not wanted; undefined when it can. */
export function findPasswordFault(
  { isPassword, password }: PasswordWish,
  hasPassword: boolean,
): string | undefined {
  if (isPassword === false && password) return "must be left out where isPassword is false";
  return isPassword === true && !password && !hasPassword ? "is required" : undefined;
}

/**
 * The hash that a change leads to; undefined when it leaves the present one.
 * @param hash that of the password in the change.
 * @throws AppError "bad_request" for a wish that cannot be.
 */
export function decidePasswordHash(
  wish: PasswordWish,
  current: string | null,
  hash: string | undefined,
): string | null | undefined {
  const reason = findPasswordFault(wish, current !== null);
  if (reason) throw new AppError("bad_request", "Some fields are not valid", [{ path: "password", reason }]);
  if (hash !== undefined) return hash;
  const { isPassword, password } = wish;
  const isRemoved = isPassword === false || (isPassword === undefined && password === null);
  return isRemoved ? null : undefined;
}
