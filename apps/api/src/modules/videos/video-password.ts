import { randomBytes, type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "@shoal/contract";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** 16 MiB and some 40 ms: an edge checks what viewers type, several a second, beside their segments. */
const COST = { N: 16_384, r: 8, p: 1 };
const KEY_BYTES = 32;

/** @returns `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashVideoPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, KEY_BYTES, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/**
 * The hash that a change leads to; undefined when it leaves the present one.
 * @param hash that of the password in the change.
 * @throws AppError "bad_request" when a password is wanted and there is none, or given and not wanted.
 */
export function decidePasswordHash(
  { isPassword, password }: { isPassword?: boolean | undefined; password?: string | null | undefined },
  current: string | null,
  hash: string | undefined,
): string | null | undefined {
  if (isPassword === false && password) throw passwordFault("must be left out where isPassword is false");
  if (hash !== undefined) return hash;
  if (isPassword === true && current === null) throw passwordFault("is needed");
  const isRemoved = isPassword === false || (isPassword === undefined && password === null);
  return isRemoved ? null : undefined;
}

const passwordFault = (reason: string) =>
  new AppError("bad_request", "Some fields are not valid", [{ path: "password", reason }]);
