import type { SHOAL_ERRORS as PublicErrors } from "../../types/shoal.d.ts";

export type * from "../../types/shoal.d.ts";

export const SHOAL_ERRORS: typeof PublicErrors = [
  "options",
  "key_unknown",
  "site_denied",
  "denied",
  "unreachable",
  "integrity",
  "internal",
];
