/** The response header that lists the fields that a call of the old API ignored, each percent-encoded. */
export const IGNORED_FIELDS_HEADER = "X-Ignored-Fields";

/**
 * Fields that restrict access or its time. If a call dropped a misspelled one, something meant to be protected would stay open, so calls
 * that drop other unknown fields (`isOldCall`) reject misspellings of these. `misspelt-fields.test.ts` of the api finds missing entries.
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
 * Fields of the old API (§3, §7) that resemble a guarded field but are not misspellings of it. Callers send them to calls that ignore
 * them.
 */
export const NO_MISSPELLINGS: ReadonlySet<string> = new Set(["role"]);
