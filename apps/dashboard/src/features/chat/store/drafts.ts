/** An unsent message, which is kept for its room. */
export interface RoomDraft {
  text: string;
  /** The id of the message to which the draft replies. */
  replyTo?: { id: string; sender: string; content: string } | undefined;
}

const KEY_PREFIX = "shoal.chatDraft.";
/** The maximum number of drafts stored in one browser. The oldest drafts are removed first. */
const MAX_DRAFTS = 50;
const EMPTY_DRAFT: RoomDraft = { text: "" };

export type DraftStore = ReturnType<typeof createDraftStore>;

/**
 * Creates a store for `useSyncExternalStore` with the drafts by room. All chat windows of a page share the drafts, which the browser also
 * stores.
 */
export function createDraftStore(owner: string) {
  const prefix = `${KEY_PREFIX}${encodeURIComponent(owner)}/`;
  const known = new Map<string, RoomDraft>();
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get(room: string): RoomDraft {
      const draft = known.get(room) ?? loadDraft(prefix + room) ?? EMPTY_DRAFT;
      known.set(room, draft);
      return draft;
    },
    set(room: string, draft: RoomDraft): void {
      known.set(room, draft);
      storeDraft(prefix + room, draft);
      for (const listener of listeners) listener();
    },
  };
}

function loadDraft(key: string): RoomDraft | undefined {
  try {
    const { text, replyTo } = (JSON.parse(localStorage.getItem(key) ?? "{}") ?? {}) as Record<
      string,
      unknown
    >;
    if (typeof text !== "string") return undefined;
    return isReply(replyTo) ? { text, replyTo } : { text };
  } catch {
    return undefined;
  }
}

function isReply(value: unknown): value is NonNullable<RoomDraft["replyTo"]> {
  if (typeof value !== "object" || value === null) return false;
  const { id, sender, content } = value as Record<string, unknown>;
  return [id, sender, content].every((each) => typeof each === "string");
}

function storeDraft(key: string, draft: RoomDraft): void {
  try {
    if (draft.text === "" && !draft.replyTo) {
      localStorage.removeItem(key);
      return;
    }
    localStorage.setItem(key, JSON.stringify({ ...draft, savedAtMs: Date.now() }));
    removeOldest(key);
  } catch {
    // Storing fails in private windows and if the storage is full. The drafts then exist only on the page.
  }
}

function removeOldest(newest: string): void {
  const others = Object.keys(localStorage).filter((key) => key.startsWith(KEY_PREFIX) && key !== newest);
  const excess = others.length + 1 - MAX_DRAFTS;
  if (excess <= 0) return;
  const ageOf = (key: string) => {
    const { savedAtMs } = JSON.parse(localStorage.getItem(key) ?? "{}") as { savedAtMs?: number };
    return savedAtMs ?? 0;
  };
  for (const key of others.sort((one, other) => ageOf(one) - ageOf(other)).slice(0, excess))
    localStorage.removeItem(key);
}
