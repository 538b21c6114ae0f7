import type { IncomingHttpHeaders } from "node:http";

/** How long a missing file is cached. The time is short, because the file may appear at the origin at any moment. */
const MISSING_TTL_SEC = 10;
/** The longest cache lifetime, in seconds: a year. No cache keeps unused files for longer. */
const MAX_TTL_SEC = 31_536_000;

/**
 * Returns how long a response of an origin may be cached, in seconds; 0 means that it is not cached. Private responses are never
 * cached.
 * @param defaultSec the lifetime if the origin sets none.
 */
export function cacheTimeOf(
  { status, headers }: { status: number; headers: IncomingHttpHeaders },
  { defaultSec, nowMs }: { defaultSec: number; nowMs: number },
): number {
  if (!isCacheableStatus(status) || headers.vary?.includes("*")) return 0;
  const stated = explicitTtlSec(headers, nowMs);
  const usual = status >= 400 ? Math.min(MISSING_TTL_SEC, defaultSec) : defaultSec;
  return Math.min(MAX_TTL_SEC, Math.max(0, Math.floor(stated ?? usual)));
}

const isCacheableStatus = (status: number) => [200, 206, 301, 302, 304, 308, 404, 410].includes(status);

function explicitTtlSec(headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const directives = parseDirectives(headers["cache-control"] ?? "");
  if (["no-store", "no-cache", "private"].some((name) => directives.has(name))) return 0;
  for (const name of ["s-maxage", "max-age"]) {
    const value = directives.get(name);
    if (value !== undefined && /^\d+$/.test(value)) return Number(value) - ageSecOf(headers);
  }
  if (headers.expires === undefined) return undefined;
  // "0" and other invalid values mean that the response has expired. `Date` would parse a string without a weekday, such as "0", as
  // a year.
  if (!/^[a-z]{3}/i.test(headers.expires)) return 0;
  const sinceMs = Date.parse(headers.date ?? "");
  const sec = (Date.parse(headers.expires) - (Number.isNaN(sinceMs) ? nowMs : sinceMs)) / 1_000;
  return Number.isNaN(sec) ? 0 : sec - ageSecOf(headers);
}

const ageSecOf = ({ age }: IncomingHttpHeaders) => (/^\d+$/.test(age ?? "") ? Number(age) : 0);

function parseDirectives(text: string): Map<string, string> {
  const parts = text.toLowerCase().split(",");
  return new Map(
    parts.map((part) => {
      const [name = "", value = ""] = part.trim().split("=");
      return [name, value.replaceAll('"', "")];
    }),
  );
}
