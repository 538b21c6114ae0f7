type ConsentStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** How long an answer is kept: 13 months, after which the viewer is prompted again. */
const RETENTION_MS = 395 * 86_400_000;

export const consentKey = (clientId: string): string => `shoal:consent:${clientId}`;

/** Reads the answer stored in this browser for all videos of a client; undefined if there is no answer or it has expired. */
export function readConsent(clientId: string, storage: ConsentStorage, nowMs: number): boolean | undefined {
  try {
    const kept: unknown = JSON.parse(storage.getItem(consentKey(clientId)) ?? "null");
    const { isGiven, atMs } = (kept ?? {}) as { isGiven?: unknown; atMs?: unknown };
    // Values that this code did not write count as missing.
    if (typeof isGiven !== "boolean" || typeof atMs !== "number") return undefined;
    return atMs <= nowMs && nowMs - atMs < RETENTION_MS ? isGiven : undefined;
  } catch {
    return undefined;
  }
}

/** Stores an answer. If storage is blocked, the answer applies until the page is closed. */
export function storeConsent(
  clientId: string,
  isGiven: boolean,
  storage: ConsentStorage,
  nowMs: number,
): void {
  try {
    storage.setItem(consentKey(clientId), JSON.stringify({ isGiven, atMs: nowMs }));
  } catch {
    // Storage is unavailable: the viewer is prompted again next time.
  }
}
