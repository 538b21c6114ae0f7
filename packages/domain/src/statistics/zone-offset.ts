const formatters = new Map<string, Intl.DateTimeFormat>();
const DATE_FORMAT = { year: "numeric", month: "numeric", day: "numeric" } as const;
const TIME_FORMAT = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" } as const;

/** Returns a cached formatter: creating one takes 100 times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", { timeZone, ...DATE_FORMAT, ...TIME_FORMAT });
  formatters.set(timeZone, made);
  return made;
}

/**
 * Returns the UTC offset of a time zone, in ms.
 * @param atMs since 1970.
 * @param timeZone an IANA name.
 * @example zoneOffsetMs(Date.parse("2026-07-01T00:00:00Z"), "Europe/Paris") // 7_200_000
 */
export function zoneOffsetMs(atMs: number, timeZone: string): number {
  if (timeZone === "UTC") return 0;
  const whole = Math.floor(atMs / 1_000) * 1_000;
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
}
