/** For responses of the old API: the ignored fields of the call. Each is escaped as in an address. */
export const IGNORED_FIELDS_HEADER = "X-Ignored-Fields";

/**
 * Fields that decide who may do or watch something, or when. Where a program misspells one of them, what it wanted closed would stay
 * open: such a field is refused by calls that drop other unknown fields (`isOldCall`). `guarded-fields.test.ts` finds those that are
 * missing here.
 */
export const GUARDED_FIELDS: ReadonlySet<string> = new Set([
  "password",
  "isPassword",
  "currentPassword",
  "newPassword",
  "confirmPassword",
  "twoFactorCode",
  "roles",
  "client",
  "startDate",
  "endDate",
  "deleteDate",
  "dates",
  "subscriptionEndsAt",
  "download",
  "isHidden",
  "rules",
  "streaming",
  "activeTimes",
  "asksConsent",
  "authorizedVideos",
  "authorizedIPs",
  "unauthorizedIPs",
  "authorizedVPNs",
  "authorizedVPNsList",
  "authorizedCountries",
  "unauthorizedCountries",
  "authorizedSubdomains",
  "unauthorizedSubdomains",
  "authorizedWebsites",
  "unauthorizedWebsites",
  "unknownWebsites",
]);

/**
 * Fields of the old API (§3, §7) that look like one of the above, and are none: programs send them to calls that do not take them.
 */
export const NO_MISSPELLINGS: ReadonlySet<string> = new Set(["role"]);
