/** The headers with the applicable limit and the remaining calls, as in the IETF draft "RateLimit header fields for HTTP". */
export const RATE_LIMIT_POLICY_HEADER = "RateLimit-Policy";
export const RATE_LIMIT_HEADER = "RateLimit";
/** The header that identifies a call in the log of its API key and in the server's log. */
export const REQUEST_ID_HEADER = "X-Request-Id";
