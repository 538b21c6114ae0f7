import { randomBytes, type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "@shoal/contract";
import { FairQueue } from "@shoal/domain/fair-queue";

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The cost of a hash: 16 MiB and about 40 ms, so that an edge can check several entries of viewers per second while it serves segments. */
const SCRYPT_COST = { N: 16_384, r: 8, p: 1 };
const KEY_BYTES = 32;

/** Only one hash runs at a time: together with two concurrent sign-ins, it leaves one of Node's four threads for uploaded chunks. */
const queue = new FairQueue({ running: 1, waiting: 64, waitingPerCaller: 16, retryAfterSec: 2 });

/**
 * @param caller the uuid of the user in whose name the hash is queued.
 * @returns `scrypt$N$r$p$salt$key`, with salt and key in base64url.
 * @throws AppError "too_many_requests" for a caller with too many concurrent requests, "unavailable" if the queue is full.
 */
export async function hashVideoPassword(password: string, caller: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await queue.run(caller, () => deriveKey(password, salt, KEY_BYTES, SCRYPT_COST));
  return [
    "scrypt",
    SCRYPT_COST.N,
    SCRYPT_COST.r,
    SCRYPT_COST.p,
    salt.toString("base64url"),
    key.toString("base64url"),
  ].join("$");
}

/** How a call changes the password of a video. */
interface PasswordChange {
  isPassword?: boolean | undefined;
  password?: string | null | undefined;
}

/** Returns why a combination is invalid: a password is missing, or given though it is turned off; undefined if it is valid. */
export function findPasswordFault(
  { isPassword, password }: PasswordChange,
  hasPassword: boolean,
): string | undefined {
  if (isPassword === false && password) return "must be left out where isPassword is false";
  return isPassword === true && !password && !hasPassword ? "is required" : undefined;
}

/**
 * Returns the hash after a change; undefined to keep the current one.
 * @param hash the hash of the password in the change.
 * @throws AppError "bad_request" for an impossible change.
 */
export function decidePasswordHash(
  wish: PasswordChange,
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
