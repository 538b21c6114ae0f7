import {
  IDEMPOTENCY_REPLAYED_HEADER,
  IGNORED_FIELDS_HEADER,
  RATE_LIMIT_HEADER,
  RATE_LIMIT_POLICY_HEADER,
  REQUEST_ID_HEADER,
} from "@shoal/contract";

/** Response headers that pages of other origins can read. */
export const EXPOSED_HEADERS: readonly string[] = [
  IGNORED_FIELDS_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  RATE_LIMIT_POLICY_HEADER,
  RATE_LIMIT_HEADER,
  REQUEST_ID_HEADER,
  "Retry-After",
];
