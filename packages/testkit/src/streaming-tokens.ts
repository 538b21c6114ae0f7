import { generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";

/** The key pair of a client's backend: the private key, and the public key in the form that the platform stores. */
export interface TokenSigner {
  key: { uuid: string; publicKey: string };
  privateKey: KeyObject;
}

/** Creates a key pair for streaming tokens. */
export function makeTokenSigner(): TokenSigner {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return { key: { uuid: randomUUID(), publicKey: pem }, privateKey };
}

/** Signs a JWT (ES256). It is valid for ten minutes unless the claims specify another time. */
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
