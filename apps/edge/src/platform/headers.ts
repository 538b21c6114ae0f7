import { playerPermissions } from "@shoal/domain/permissions-policy";

/** Names never change their bytes. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/** Public now, but maybe not in a moment: caches store it, and revalidate before each use. */
export const REVALIDATE = "public, no-cache";

/** The cache policy of responses meant for one caller only. */
export const REVALIDATE_PRIVATE = "private, no-cache";

/** For pages that may be framed anywhere: the player's features, as far as the framing page allows them. */
export const PAGE_PERMISSIONS = playerPermissions();

/** Every page may read media and play sessions: access is in the token, never in a cookie. */
export const OPEN_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Accept-Ranges, Content-Length, Content-Range, Date, ETag, Retry-After",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Timing-Allow-Origin": "*",
} as const;

/** The answer to a preflight; a day is the most that browsers keep it. */
export const PREFLIGHT_HEADERS = {
  ...OPEN_HEADERS,
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers": "Content-Type, Range, If-None-Match, If-Range",
  "Access-Control-Max-Age": "86400",
} as const;
