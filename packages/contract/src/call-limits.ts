/** As in the IETF draft "RateLimit header fields for HTTP": the applicable limit, and the remaining calls. */
export const RATE_LIMIT_POLICY_HEADER = "RateLimit-Policy";
export const RATE_LIMIT_HEADER = "RateLimit";
/** Identifies a call in the key's log and the server's. */
export const REQUEST_ID_HEADER = "X-Request-Id";
