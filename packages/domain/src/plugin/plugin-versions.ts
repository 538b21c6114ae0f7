/** §9: the minimum versions, lowest first; older versions are marked against them. */
export const LEAST_PLUGIN_VERSIONS = ["1.2.3", "1.2.10"] as const;

const VERSION_PATTERN = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:[-+]|$)/;

/**
 * Returns whether a version is lower than another, compared number by number. A text that is not a version of three numbers
 * never counts as older.
 * @example isOlderVersion("1.2.9", "1.2.10") // true
 */
export function isOlderVersion(version: string, least: string): boolean {
  const [, ...own] = VERSION_PATTERN.exec(version) ?? [];
  const [, ...other] = VERSION_PATTERN.exec(least) ?? [];
  if (own.length === 0 || other.length === 0) return false;
  const at = own.findIndex((part, n) => Number(part) !== Number(other[n]));
  return at !== -1 && Number(own[at]) < Number(other[at]);
}

/**
 * Returns the lowest of the minimum versions of §9 that a version does not reach; undefined if it reaches them all.
 * @example findMissedVersion("1.2.4") // "1.2.10"
 */
export const findMissedVersion = (version: string): string | undefined =>
  LEAST_PLUGIN_VERSIONS.find((least) => isOlderVersion(version, least));
