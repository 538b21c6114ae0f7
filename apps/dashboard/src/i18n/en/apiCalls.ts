export const texts = {
  errors: {
    upload_token_not_allowed: "Upload tokens cannot make this request.",
    upload_token_origin_refused: "This page cannot use this upload token.",
    upload_token_ended: "This upload token is no longer valid.",
    upload_token_key_ended: "The API key that created this upload token is no longer valid.",
    upload_token_used: "This upload token has already been used for a video.",
    upload_token_not_found: "This upload token no longer exists.",
    upload_tokens_too_many: "Too many unused upload tokens. Revoke some first.",
    idempotency_key_reused: "This key was used for another request in the last 24 hours. Use a new key.",
    idempotency_in_progress: "The first request with this key is still running. Try again in a moment.",
    idempotency_answer_lost:
      "This request was carried out, but its response was lost. Check what it created before you try again.",
  },
};
