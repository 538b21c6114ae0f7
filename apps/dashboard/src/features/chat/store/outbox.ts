import { AppError, type ChatMessageView, routes } from "@shoal/contract";
import { call } from "../../../lib/session.ts";

/** A message on its way, as its writer sees it. */
export interface Outgoing {
  /** Of the message that it becomes: sent twice, it is there once. */
  id: string;
  room: string;
  content: string;
  replyTo: { id: string; sender: string; content: string } | undefined;
  mentions: readonly string[];
  mentionsRoom: boolean;
  /** By the clock of this page, for those who look at it meanwhile. */
  writtenAt: string;
  state: "waiting" | "sending" | "failed";
  error?: unknown;
}

export type Written = Pick<Outgoing, "room" | "content" | "replyTo" | "mentions" | "mentionsRoom">;

const PREFIX = "shoal.chatOutbox.";
/** Between two tries while the server is away, growing from the first to the last, each by chance up to half as long again. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 30_000;
/** Too much at once passes soon. */
const BUSY_PAUSE_MS = 2_000;

export type Outbox = ReturnType<typeof createOutbox>;

interface OutboxOptions {
  /** Of whom the messages are, so that nobody else of this browser sends them. */
  owner: string;
  /** Whether they are signed in here at this moment, in the same client. */
  isOwner: () => boolean;
  onSent: (message: ChatMessageView) => void;
}

/**
 * Sends messages, those of a room one after the other in the order in which they were written. While the server is away they wait, also
 * over a reload; what it refuses stays until its writer tries again or gives it up. A store for `useSyncExternalStore`.
 */
export function createOutbox({ owner, isOwner, onSent }: OutboxOptions) {
  const key = PREFIX + owner;
  const listeners = new Set<() => void>();
  const running = new Set<string>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const tries = new Map<string, number>();
  let state: readonly Outgoing[] = readKept(key);
  let isStopped = false;

  function set(next: readonly Outgoing[]): void {
    state = next;
    keep(key, state);
    for (const listener of listeners) listener();
  }
  const change = (id: string, with_: Partial<Outgoing>) =>
    set(state.map((each) => (each.id === id ? { ...each, ...with_ } : each)));
  const forget = (id: string) => set(state.filter((each) => each.id !== id));

  /** @returns whether the next one of the room may follow. */
  async function sendOne({ id, room, content, replyTo, mentions, mentionsRoom }: Outgoing): Promise<boolean> {
    change(id, { state: "sending", error: undefined });
    try {
      const message = await call(routes.createChatMessage, {
        params: { roomId: room },
        body: {
          messageId: id,
          content,
          replyMessage: replyTo?.id ?? null,
          mentions: [...mentions],
          mentionsRoom,
        },
      });
      tries.delete(room);
      onSent(message);
      forget(id);
      return true;
    } catch (error) {
      if (isStopped) return false;
      const pauseMs = pauseAfter(error, room);
      change(id, pauseMs === undefined ? { state: "failed", error } : { state: "waiting" });
      if (pauseMs === undefined) return true;
      timers.set(
        room,
        setTimeout(() => void run(room), pauseMs),
      );
      return false;
    }
  }

  /** How long to wait before another try; undefined for what another try would not change. */
  function pauseAfter(error: unknown, room: string): number | undefined {
    if (!(error instanceof AppError)) return undefined;
    if (error.code === "too_many_requests") return (error.retryAfterSec ?? 0) * 1_000 || BUSY_PAUSE_MS;
    if (error.code !== "unavailable") return undefined;
    const count = tries.get(room) ?? 0;
    tries.set(room, count + 1);
    return Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count) * (1 + Math.random() / 2);
  }

  async function run(room: string): Promise<void> {
    clearTimeout(timers.get(room));
    if (running.has(room)) return;
    running.add(room);
    for (;;) {
      const next = state.find((each) => each.room === room && each.state === "waiting");
      if (!next || isStopped || !isOwner() || !(await sendOne(next))) break;
    }
    running.delete(room);
  }

  /** Tries at once what waits: the server is back. */
  function flush(): void {
    tries.clear();
    for (const room of new Set(state.map((each) => each.room))) void run(room);
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: (): readonly Outgoing[] => state,
    start(): void {
      isStopped = false;
      window.addEventListener("online", flush);
      flush();
    },
    stop(): void {
      isStopped = true;
      window.removeEventListener("online", flush);
      for (const timer of timers.values()) clearTimeout(timer);
    },
    flush,
    add(written: Written): void {
      const outgoing: Outgoing = {
        ...written,
        id: crypto.randomUUID(),
        writtenAt: new Date().toISOString(),
        state: "waiting",
      };
      set([...state, outgoing]);
      void run(written.room);
    },
    /** It is sent behind what was written since. */
    retry(id: string): void {
      const found = state.find((each) => each.id === id);
      if (!found) return;
      set([...state.filter((each) => each.id !== id), { ...found, state: "waiting", error: undefined }]);
      void run(found.room);
    },
    /** Gives up one that is not on its way. */
    discard: forget,
  };
}

// The pages are built without schemas: they are the api's.
const isOutgoing = (value: unknown): value is Outgoing => {
  if (typeof value !== "object" || value === null) return false;
  const { id, room, content, mentions, writtenAt } = value as Record<string, unknown>;
  return [id, room, content, writtenAt].every((each) => typeof each === "string") && Array.isArray(mentions);
};

function readKept(key: string): readonly Outgoing[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    // What was on its way may have arrived: sent again, it is there once.
    return Array.isArray(kept)
      ? kept
          .filter(isOutgoing)
          .map((each) => ({ ...each, state: each.state === "failed" ? "failed" : "waiting" }))
      : [];
  } catch {
    return [];
  }
}

function keep(key: string, state: readonly Outgoing[]): void {
  try {
    if (state.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(state.map(({ error: _, ...each }) => each)));
  } catch {
    // Full storages keep nothing: the page still does.
  }
}
