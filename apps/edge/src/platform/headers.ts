import { playerPermissions } from "@shoal/domain/permissions-policy";

/** The cache policy of addresses whose bytes never change. */
export const IMMUTABLE_CACHE_CONTROL = "public, max-age=31536000, immutable";

/** The cache policy of responses that may soon stop being public. Caches revalidate these before each use. */
export const REVALIDATE_CACHE_CONTROL = "public, no-cache";

/** The cache policy of responses that are meant for a single caller. */
export const REVALIDATE_PRIVATE_CACHE_CONTROL = "private, no-cache";

/**
 * The Permissions-Policy of pages that may be framed anywhere. It allows the features that the player uses, if the framing page
 * allows them too.
 */
export const PAGE_PERMISSIONS = playerPermissions();

/** Headers that let every page read media and play sessions. Access is granted by the token, never by a cookie. */
export const OPEN_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Accept-Ranges, Content-Length, Content-Range, Date, ETag, Retry-After",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Timing-Allow-Origin": "*",
} as const;

/** The headers of a preflight response. Browsers keep it for a day at most. */
export const PREFLIGHT_HEADERS = {
  ...OPEN_HEADERS,
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers": "Content-Type, Range, If-None-Match, If-Range",
  "Access-Control-Max-Age": "86400",
} as const;
