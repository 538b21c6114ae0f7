import { randomBytes, type ScryptOptions, scrypt } from "node:crypto";

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** 16 MiB and some 50 ms: the edge checks one for each viewer who types it. */
const COST = { N: 16_384, r: 8, p: 1 } satisfies ScryptOptions;

/** @returns `scrypt$N$r$p$salt$key`, salt and key in base64url: what the edge checks the passwords of viewers against. */
export async function hashVideoPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, COST, (error, derived) => (error ? reject(error) : resolve(derived)));
  });
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}
