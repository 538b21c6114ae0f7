/** An error as support needs it, without its content. */
export interface ErrorNote {
  at: string;
  /** The page, without what its address names. */
  screen: string;
  text: string;
}

const KEPT = 20;
const MAX_LENGTH = 300;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const notes: ErrorNote[] = [];

/** The last errors of this page, the latest first; at most 20. */
export const listRecentErrors = (): readonly ErrorNote[] => notes;

/** Keeps an error for support. `call` is the route that answered with it. */
export function recordError(error: unknown, call = ""): void {
  const { name = "", code = "", message = String(error) } = (error ?? {}) as Record<string, string>;
  if (name === "AbortError") return;
  const text = [call, code || name, message].filter(Boolean).join(" · ").slice(0, MAX_LENGTH);
  const [screen = ""] = location.hash.slice(2).split(/[/?]/);
  notes.unshift({ at: new Date().toISOString(), screen, text: withoutKeys(text) });
  notes.length = Math.min(notes.length, KEPT);
}

/** Keys of links and credentials are long; so are identifiers, which support needs. */
const withoutKeys = (text: string) => text.replace(/[\w-]{20,}/g, (word) => (UUID.test(word) ? word : "…"));

addEventListener("error", ({ error, message }) => recordError(error ?? message));
addEventListener("unhandledrejection", ({ reason }) => recordError(reason));
