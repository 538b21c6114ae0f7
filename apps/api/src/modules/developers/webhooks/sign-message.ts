import { createHmac, randomBytes } from "node:crypto";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Creates a secret in the format of Standard Webhooks. */
export const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

export interface SignedMessage {
  /** The id of the event, which is the same for each attempt. */
  id: string;
  atMs: number;
  body: string;
}

/**
 * Returns a message's headers as Standard Webhooks 1.0 defines them: HMAC-SHA-256 of `id.timestamp.body`, one signature for
 * each secret.
 * @param secrets the endpoint's secrets in the format of `newSecret`: two while one replaces the other.
 */
export function signedHeaders(
  { id, atMs, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
