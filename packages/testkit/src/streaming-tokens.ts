import { generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";

/** What a client's backend has, and what the platform knows of it. */
export interface TokenSigner {
  key: { uuid: string; publicKey: string };
  privateKey: KeyObject;
}

/** A pair for tokens that let viewers watch. */
export function makeTokenSigner(): TokenSigner {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return { key: { uuid: randomUUID(), publicKey: pem }, privateKey };
}

/** A JWT (ES256), for ten minutes unless the claims say otherwise. */
export function signToken({ key, privateKey }: TokenSigner, claims: object, header: object = {}): string {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const signed = [
    { alg: "ES256", kid: key.uuid, ...header },
    { exp, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const bytes = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${signed}.${bytes.toString("base64url")}`;
}
