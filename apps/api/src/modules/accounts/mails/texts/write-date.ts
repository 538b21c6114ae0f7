const TIME = { hour: "2-digit", minute: "2-digit", timeZone: "UTC", timeZoneName: "short" } as const;

/** A moment in words, in UTC: a mail does not know its reader's clock. @example writeDate("en-GB", iso) // "21 November 2026 at 03:08 UTC" */
export function writeDate(locale: string, iso: string): string {
  const options = { day: "numeric", month: "long", year: "numeric", ...TIME } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(iso));
}
