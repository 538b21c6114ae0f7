import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { AppError } from "@shoal/contract";

/** The curve of ES256. */
const CURVE = "prime256v1";

const spkiOf = (key: KeyObject) => key.export({ type: "spki", format: "pem" }).toString();

/** A new pair, both as PEM. */
export function makeKeyPair(): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: CURVE });
  return {
    publicKey: spkiOf(publicKey),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/**
 * The public key that somebody sent, as it is kept.
 * @throws AppError "bad_request" that says what it is instead.
 */
export function readPublicKey(pem: string): string {
  if (/PRIVATE KEY/.test(pem)) throw invalid("is a private key: keep it secret and send the public key");
  let key: KeyObject;
  try {
    key = createPublicKey({ key: pem, format: "pem", type: "spki" });
  } catch {
    throw invalid("is not a public key in PEM (SPKI)");
  }
  if (key.asymmetricKeyType !== "ec" || key.asymmetricKeyDetails?.namedCurve !== CURVE)
    throw invalid("is not a P-256 key");
  return spkiOf(key);
}

const invalid = (reason: string) =>
  new AppError("bad_request", "Some fields are not valid", [{ path: "publicKey", reason }]);
