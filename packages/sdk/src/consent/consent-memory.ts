type ConsentStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** How long an answer is kept: 13 months, after which the viewer is prompted again. */
const RETENTION_MS = 395 * 86_400_000;

export const consentKey = (clientId: string): string => `shoal:consent:${clientId}`;

/** Reads the answer that this browser stores for all videos of a client. Returns undefined if there is no answer or if it has expired. */
export function readConsent(clientId: string, storage: ConsentStorage, nowMs: number): boolean | undefined {
  try {
    const kept: unknown = JSON.parse(storage.getItem(consentKey(clientId)) ?? "null");
    const { isGiven, atMs } = (kept ?? {}) as { isGiven?: unknown; atMs?: unknown };
    // A value that this code did not write counts as missing.
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
    // Storage is unavailable, so the viewer is asked again next time.
  }
}
