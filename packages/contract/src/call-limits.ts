/** As in the IETF draft "RateLimit header fields for HTTP": the limit that applies, and the remaining calls. */
export const RATE_LIMIT_POLICY_HEADER = "RateLimit-Policy";
export const RATE_LIMIT_HEADER = "RateLimit";
/** Names a call in the log of its key, and in that of the server. */
export const REQUEST_ID_HEADER = "X-Request-Id";
