type IdStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** How long an id is kept: 13 months, after which the viewer gets a new one. Reading does not extend this. */
const RETENTION_MS = 395 * 86_400_000;
const UUID_PATTERN = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const storageKey = (viewerKey: string): string => `shoal:viewer:${viewerKey}`;

/**
 * Returns this browser's viewer id for a client, which is a random number without meaning. The id is created if the browser has
 * none.
 * @returns undefined if storage is blocked or the page uses plain HTTP, because the id would change every time.
 */
export function viewerOf(viewerKey: string, storage: IdStorage, nowMs: number): string | undefined {
  const key = storageKey(viewerKey);
  try {
    return readViewer(storage.getItem(key), nowMs) ?? createViewerId(key, storage, nowMs);
  } catch {
    return undefined;
  }
}

/** Reads a stored id. Values that this code did not write are ignored. */
function readViewer(text: string | null, nowMs: number): string | undefined {
  const [id = "", time = ""] = text?.split(" ") ?? [];
  const ageMs = nowMs - Number(time || Number.NaN);
  return UUID_PATTERN.test(id) && ageMs >= 0 && ageMs < RETENTION_MS ? id : undefined;
}

function createViewerId(key: string, storage: IdStorage, nowMs: number): string {
  const id = crypto.randomUUID();
  storage.setItem(key, `${id} ${nowMs}`);
  return id;
}

/** Deletes the viewer's id after the viewer has withdrawn consent to be identified. */
export function deleteViewerId(viewerKey: string, storage: IdStorage): void {
  try {
    storage.removeItem(storageKey(viewerKey));
  } catch {
    // Blocked storage contains no id, so there is nothing to delete.
  }
}
