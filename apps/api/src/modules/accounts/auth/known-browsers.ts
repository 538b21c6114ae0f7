import { randomUUID } from "node:crypto";
import type { SecretBox } from "@shoal/tokens";

/** Longer than a session, so that users are still known after a holiday. */
const DAYS = 180;

/**
 * Tells browsers in which a user has signed in before. What such a browser keeps opens nothing: its failures are counted
 * by themselves, so that those of others do not keep its user out. It is sealed, so nothing is stored of it.
 */
export function createKnownBrowsers(box: SecretBox) {
  function read(token: string, userUuid: string): string | undefined {
    try {
      const [madeMs = "", id] = box.open(token, userUuid).split(" ");
      return Date.now() - Number(madeMs) < DAYS * 86_400_000 ? id : undefined;
    } catch {
      return undefined;
    }
  }
  return {
    /** For a browser in which this user has just signed in. */
    make: (userUuid: string): string => box.seal(`${Date.now()} ${randomUUID()}`, userUuid),
    /** The browser by which to count; undefined when the user has not signed in there, or long ago, or there is no such user. */
    find(tokens: readonly string[], userUuid: string | undefined): string | undefined {
      const found = tokens.map((token) => read(token, userUuid ?? ""));
      return found.find((id) => id !== undefined);
    },
  };
}
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
