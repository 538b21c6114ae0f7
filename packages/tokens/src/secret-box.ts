import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps secrets that must be read again: a copy of the database alone does not tell them. */
export interface SecretBox {
  /** @param owner bound to the sealed text: another's row cannot be given it. */
  seal(secret: string, owner: string): string;
  /** @throws Error when the text was changed, belongs to another, or was sealed by another installation. */
  open(sealed: string, owner: string): string;
}

/**
 * @param purpose what the derived key serves, and nothing else: a text sealed for one purpose cannot be opened for another.
 * @example const box = createSecretBox(config.INTERNAL_SECRET, "source URLs");
 */
export function createSecretBox(installationSecret: string, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", installationSecret, "", `shoal ${purpose}`, 32));
  return {
    seal(secret, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner));
      const bytes = Buffer.concat([iv, cipher.update(secret, "utf8"), cipher.final()]);
      return `v1.${Buffer.concat([bytes, cipher.getAuthTag()]).toString("base64url")}`;
    },
    open(sealed, owner) {
      const [version, text = ""] = sealed.split(".");
      if (version !== "v1") throw new Error("This secret was sealed by another version");
      const bytes = Buffer.from(text, "base64url");
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), options)
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const secret = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
      return Buffer.concat([secret, decipher.final()]).toString("utf8");
    },
  };
}
