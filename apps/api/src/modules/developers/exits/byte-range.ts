/** The byte range `[from, to)`. */
export interface ByteSpan {
  from: number;
  to: number;
}

const RANGE_PATTERN = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Parses the requested range (RFC 9110). Multiple ranges and invalid ranges are ignored.
 * @example parseRange("bytes=5-", 10) // { from: 5, to: 10 }
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteSpan | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = RANGE_PATTERN.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), sizeBytes);
    return length > 0 ? { from: sizeBytes - length, to: sizeBytes } : "unsatisfiable";
  }
  if (last !== "" && Number(last) < Number(first)) return undefined;
  if (Number(first) >= sizeBytes) return "unsatisfiable";
  return { from: Number(first), to: last === "" ? sizeBytes : Math.min(Number(last) + 1, sizeBytes) };
}
