/** An error in the report for support, without personal content. */
export interface ErrorRecord {
  at: string;
  /** The page's name, without the ids and filters in its URL. */
  screen: string;
  text: string;
}

const MAX_ERRORS = 20;
const MAX_LENGTH = 300;
const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const errorRecords: ErrorRecord[] = [];

/** Lists the last errors of this page, latest first; at most 20. */
export const listRecentErrors = (): readonly ErrorRecord[] => errorRecords;

/** Records an error for support. `call` is the route that responded with it. */
export function recordError(error: unknown, call = ""): void {
  const { name = "", code = "", message = String(error) } = (error ?? {}) as Record<string, string>;
  if (name === "AbortError") return;
  const text = [call, code || name, message].filter(Boolean).join(" · ").slice(0, MAX_LENGTH);
  const [screen = ""] = location.hash.slice(2).split(/[/?]/);
  errorRecords.unshift({ at: new Date().toISOString(), screen, text: redactKeys(text) });
  errorRecords.length = Math.min(errorRecords.length, MAX_ERRORS);
}

/** Replaces long words, which may be keys or credentials, except UUIDs, which support needs. */
const redactKeys = (text: string) =>
  text.replace(/[\w-]{20,}/g, (word) => (UUID_PATTERN.test(word) ? word : "…"));

addEventListener("error", ({ error, message }) => recordError(error ?? message));
addEventListener("unhandledrejection", ({ reason }) => recordError(reason));
