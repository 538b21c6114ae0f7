import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The format of sealed bytes: the first byte identifies it. */
const FORMAT_VERSION = 1;

/** Encrypts secrets that must be readable again: a copy of the database does not reveal them. */
export interface SecretBox {
  /** @param owner the context: the sealed text cannot be opened for another owner. */
  seal(secret: string, owner: string): string;
  /** @throws Error if the text was changed, belongs to another owner, or was sealed by another installation. */
  open(sealed: string, owner: string): string;
}

/** Encrypts files as `SecretBox` encrypts strings. */
export interface SecretFileBox {
  sealBytes(bytes: Buffer, owner: string): Buffer;
  /** @throws the same errors as `open` of `SecretBox`. */
  openBytes(sealed: Buffer, owner: string): Buffer;
}

/**
 * @param purpose the key is derived for this purpose: a string sealed for one purpose cannot be opened for another.
 * @example const box = createSecretBox(config.INTERNAL_SECRET, "source URLs");
 */
export function createSecretBox(installationSecret: string, purpose: string): SecretBox & SecretFileBox {
  const key = Buffer.from(hkdfSync("sha256", installationSecret, "", `shoal ${purpose}`, 32));
  return {
    seal: (secret, owner) => `v1.${encrypt(key, Buffer.from(secret), owner).toString("base64url")}`,
    open(sealed, owner) {
      const [version, text = ""] = sealed.split(".");
      if (version !== "v1") throw new Error("This secret was sealed by another version");
      return decrypt(key, Buffer.from(text, "base64url"), owner).toString("utf8");
    },
    sealBytes: (bytes, owner) => Buffer.concat([Buffer.of(FORMAT_VERSION), encrypt(key, bytes, owner)]),
    openBytes(sealed, owner) {
      if (sealed[0] !== FORMAT_VERSION) throw new Error("This file was sealed by another version");
      return decrypt(key, sealed.subarray(1), owner);
    },
  };
}

function encrypt(key: Buffer, bytes: Buffer, owner: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner));
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, bytes: Buffer, owner: string): Buffer {
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), options)
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}
