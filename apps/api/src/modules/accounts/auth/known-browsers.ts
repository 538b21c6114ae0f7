import { randomUUID } from "node:crypto";
import type { SecretBox } from "@shoal/tokens";

/** How many days a browser stays known: longer than a session, so that the user is still recognised after a holiday. */
const KNOWN_FOR_DAYS = 180;

/**
 * Recognises browsers in which a user has signed in before. The browser's token grants no access: it only makes failures count
 * separately, so that other people's failures do not lock the user out. The token is encrypted, so nothing is stored on the
 * server.
 */
export function createKnownBrowsers(box: SecretBox) {
  function read(token: string, userUuid: string): string | undefined {
    try {
      const [madeMs = "", id] = box.open(token, userUuid).split(" ");
      return Date.now() - Number(madeMs) < KNOWN_FOR_DAYS * 86_400_000 ? id : undefined;
    } catch {
      return undefined;
    }
  }
  return {
    /** Creates a token for a browser in which this user has just signed in. */
    make: (userUuid: string): string => box.seal(`${Date.now()} ${randomUUID()}`, userUuid),
    /** Finds the browser to count failures by; undefined if the user has not recently signed in there or does not exist. */
    find(tokens: readonly string[], userUuid: string | undefined): string | undefined {
      const found = tokens.map((token) => read(token, userUuid ?? ""));
      return found.find((id) => id !== undefined);
    },
  };
}
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
