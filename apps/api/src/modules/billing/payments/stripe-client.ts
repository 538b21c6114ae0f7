import Stripe from "stripe";

/** The time limit of a request. It usually takes a second, and slower requests are repeated with the same idempotency key. */
const TIMEOUT_MS = 20_000;
const MAX_RETRIES = 2;

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string;
}

/** Opens the provider's own client library. Its retries have the same idempotency key. */
export function openStripe({ secretKey, apiUrl }: Pick<StripeSettings, "secretKey" | "apiUrl">): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port === "" ? {} : { port: Number(port) }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
  });
}
