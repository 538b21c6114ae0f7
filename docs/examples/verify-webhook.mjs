// Whether a webhook message is genuine: signed with the secret, and not older than five minutes.
import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * @param {string} body as it arrived, before any parsing
 * @param {Record<string, string>} headers
 * @param {string} secret whsec_…
 */
export function isGenuine(body, headers, secret) {
  const { "webhook-id": id, "webhook-timestamp": sentAt, "webhook-signature": signatures = "" } = headers;
  if (Math.abs(Date.now() / 1000 - Number(sentAt)) > 300) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${sentAt}.${body}`).digest();
  return signatures.split(" ").some((signature) => {
    const sent = Buffer.from(signature.replace("v1,", ""), "base64");
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}
