import { createHash, randomBytes } from "node:crypto";
import { generateSecret, generateURI, verify } from "otplib";

const TOTP_ISSUER = "Shoal";
/** The time step of codes. Authenticator apps assume the parameters of RFC 6238: SHA-1, six digits, 30 s. */
const PERIOD_SEC = 30;
const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 10;
/** The letters and digits of Crockford's Base32, which omits look-alikes. */
const BASE32_ALPHABET = "abcdefghjkmnpqrstvwxyz0123456789";

/** Makes a secret for an authenticator app, and the address in its QR code. */
export function makeTotpSecret(username: string): { secret: string; otpauthUrl: string } {
  const secret = generateSecret();
  return {
    secret,
    otpauthUrl: generateURI({ issuer: TOTP_ISSUER, label: username, secret, period: PERIOD_SEC }),
  };
}

/** Finds the time step of an app's code, which may be one step early or late; undefined if the code is wrong. */
export async function findTotpStep(secret: string, code: string): Promise<number | undefined> {
  const result = await verify({ secret, token: code, period: PERIOD_SEC, epochTolerance: PERIOD_SEC });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}

/** Removes the spaces and dashes that people type or copy. @example normalizeCode("123 456") // "123456" */
export const normalizeCode = (code: string) => code.replace(/[\s-]/g, "").toLowerCase();

export const isTotpCode = (code: string) => /^\d{6}$/.test(code);

/** Makes recovery codes for a lost app, which are shown once: 16 letters, 80 bits each. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const bits = [...randomBytes(RECOVERY_CODE_BYTES)]
      .map((byte) => byte.toString(2).padStart(8, "0"))
      .join("");
    const letters = (bits.match(/.{5}/g) ?? [])
      .map((five) => BASE32_ALPHABET[Number.parseInt(five, 2)])
      .join("");
    return (letters.match(/.{4}/g) ?? []).join("-");
  });
}

/** Hashes a recovery code. Its 80 random bits need no slow hash. */
export const hashRecoveryCode = (code: string) =>
  createHash("sha256").update(normalizeCode(code)).digest("hex");
