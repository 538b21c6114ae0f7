export const texts = {
  errors: {
    upload_token_not_allowed: "An upload token cannot make this request.",
    upload_token_origin_refused: "This upload token may not be used by this page.",
    upload_token_ended: "This upload token has ended.",
    upload_token_key_ended: "The API key that made this upload token has ended.",
    upload_token_used: "This upload token has already been used for a video.",
    upload_token_not_found: "This upload token no longer exists.",
    upload_tokens_too_many: "Too many upload tokens are waiting to be used: revoke some first.",
    idempotency_key_reused: "This key named another request in the last 24 hours: use a new one.",
    idempotency_in_progress: "The first request with this key is still running: try again in a moment.",
    idempotency_answer_lost:
      "This request was carried out, but its response was lost: look for what it created before you try again.",
  },
};
