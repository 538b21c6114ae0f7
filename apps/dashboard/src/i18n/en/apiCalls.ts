export const texts = {
  errors: {
    idempotency_key_reused: "This key named another request in the last 24 hours: use a new one.",
    idempotency_in_progress: "The first request with this key is still running: try again in a moment.",
    idempotency_answer_lost:
      "This request was carried out, but its response was lost: look for what it created before you try again.",
  },
};
