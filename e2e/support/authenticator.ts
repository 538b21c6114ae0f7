import { createHmac } from "node:crypto";

const BASE32_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const CODE_STEP_SEC = 30;

/** Returns the six-digit code of an authenticator app for a secret, now or a number of steps later (RFC 6238). */
export function computeAuthenticatorCode(secret: string, stepsLater = 0): string {
  const step = Math.floor(Date.now() / 1000 / CODE_STEP_SEC) + stepsLater;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", decodeBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

function decodeBase32(text: string): Buffer {
  const bits = [...text.replaceAll("=", "")]
    .map((sign) => BASE32_ALPHABET.indexOf(sign).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
