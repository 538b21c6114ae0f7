import type { IncomingHttpHeaders } from "node:http";

/** The requested part of a body: `[start, end)`; undefined for the whole body; "unsatisfiable" for a part beyond the body's end. */
export type RequestedRange = { start: number; end: number } | undefined | "unsatisfiable";

/**
 * Parses a Range header with one range. Several ranges or a malformed header request the whole body, as RFC 9110 allows.
 * @example parseRange("bytes=0-99", 500) // { start: 0, end: 100 }
 */
export function parseRange(header: string | undefined, sizeBytes: number): RequestedRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  const [, from = "", to = ""] = match ?? [];
  if (!match || (from === "" && to === "")) return undefined;
  if (from === "") {
    const suffix = Math.min(Number(to), sizeBytes);
    return suffix === 0 ? "unsatisfiable" : { start: sizeBytes - suffix, end: sizeBytes };
  }
  const start = Number(from);
  if (to !== "" && Number(to) < start) return undefined;
  if (start >= sizeBytes) return "unsatisfiable";
  return { start, end: to === "" ? sizeBytes : Math.min(Number(to) + 1, sizeBytes) };
}

/**
 * Returns the requested part of a body. With If-Range, a part is returned only if the parts that the client already has are of the
 * same bytes.
 */
export function requestedPart(
  { range, "if-range": known }: IncomingHttpHeaders,
  etag: string,
  sizeBytes: number,
): RequestedRange {
  return known === undefined || known === etag ? parseRange(range, sizeBytes) : undefined;
}

/** Whether an If-None-Match header names this entity tag, by weak comparison. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  const bare = etag.replace(/^W\//, "");
  return header.split(",").some((each) => each.trim().replace(/^W\//, "") === bare);
}
