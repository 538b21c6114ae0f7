import { createRandomUuid } from "@shoal/client/upload";
import { AppError, type ChatMessageView, routes } from "@shoal/contract";
import { call } from "../../../lib/session.ts";
import { type FileToSend, sendChatFile } from "../files/send-chat-file.ts";
import { createLeaveGuard } from "./leave-guard.ts";

/** A file of a message that is being sent. */
export interface OutgoingFile {
  /** Id of the file, which makes retries idempotent. */
  id: string;
  name: string;
  sizeBytes: number;
  /** The share of the file that has been sent, from 0 to 1. */
  share: number;
}

/** A message being sent, as displayed to its author. */
export interface OutgoingMessage {
  /** Id of the message, which makes retries idempotent. */
  id: string;
  room: string;
  content: string;
  replyTo: { id: string; sender: string; content: string } | undefined;
  mentions: readonly string[];
  mentionsRoom: boolean;
  /** The files that have not been delivered yet. */
  files: readonly OutgoingFile[];
  /** Whether the text or one of the files has been delivered. */
  isThere: boolean;
  /** Whether the files were lost by a reload of the page. */
  isLost: boolean;
  /** The time at which the message was written, by the clock of this computer. Shown until the message is sent. */
  writtenAt: string;
  state: "waiting" | "sending" | "failed";
  error?: unknown;
}

export type ComposedMessage = Pick<
  OutgoingMessage,
  "room" | "content" | "replyTo" | "mentions" | "mentionsRoom"
> & {
  files?: readonly FileToSend[];
};

const KEY_PREFIX = "shoal.chatOutbox.";
/**
 * The first pause between two attempts while the server is unavailable, in ms. Pauses grow up to a maximum; up to half a pause is added at
 * random.
 */
const FIRST_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 30_000;
/** The number of steps in which a file's progress is shown. */
const PROGRESS_STEPS = 50;
/** The pause after the server's rate limit was exceeded, in ms. */
const RATE_LIMIT_DELAY_MS = 2_000;

export type Outbox = ReturnType<typeof createOutbox>;

interface OutboxOptions {
  /** The author of the messages, so that another user of this browser does not send them. */
  owner: string;
  /** Returns whether the author is currently signed in on this page, in the same client. */
  isOwner: () => boolean;
  onSent: (message: ChatMessageView) => void;
}

/**
 * A store for `useSyncExternalStore` that sends the messages of each room in the order in which they were written. While the server is
 * unavailable, messages wait, even across a reload of the page. Rejected messages stay until the author retries or discards them.
 */
export function createOutbox({ owner, isOwner, onSent }: OutboxOptions) {
  const key = KEY_PREFIX + owner;
  const listeners = new Set<() => void>();
  const running = new Set<string>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const tries = new Map<string, number>();
  /** The files chosen on this page, by file id. */
  const files = new Map<string, FileToSend>();
  const sending = new Map<string, AbortController>();
  let state: readonly OutgoingMessage[] = loadStored(key);
  let isStopped = false;

  const hold = createLeaveGuard();
  function set(next: readonly OutgoingMessage[]): void {
    state = next;
    // A reload loses only files, which exist only on this page; texts are stored.
    hold(!isStopped && next.some((each) => each.files.length > 0));
    storeMessages(key, state);
    for (const listener of listeners) listener();
  }
  const change = (id: string, with_: Partial<OutgoingMessage>) =>
    set(state.map((each) => (each.id === id ? { ...each, ...with_ } : each)));
  const find = (id: string) => state.find((each) => each.id === id);
  function remove(id: string): void {
    for (const file of find(id)?.files ?? []) files.delete(file.id);
    sending.get(id)?.abort();
    set(state.filter((each) => each.id !== id));
  }

  const sendText = ({ id, room, content, replyTo, mentions, mentionsRoom }: OutgoingMessage) =>
    call(routes.createChatMessage, {
      params: { roomId: room },
      body: {
        messageId: id,
        content,
        replyMessage: replyTo?.id ?? null,
        mentions: [...mentions],
        mentionsRoom,
      },
    });
  /** Sends the next file of a message. */
  async function sendFile({ id, room, replyTo }: OutgoingMessage, { id: fileId }: OutgoingFile) {
    const file = files.get(fileId);
    if (!file) throw new Error("No such file");
    const ended = new AbortController();
    sending.set(id, ended);
    try {
      return await sendChatFile(
        file,
        { room, messageId: id, fileId, replyMessage: replyTo?.id },
        { signal: ended.signal, onShare: (share) => noteShare(id, fileId, share) },
      );
    } finally {
      sending.delete(id);
    }
  }
  const noteShare = (id: string, fileId: string, exact: number) => {
    // Rounds the progress to a few steps, because each step re-renders all rows.
    const share = Math.floor(exact * PROGRESS_STEPS) / PROGRESS_STEPS;
    const before = find(id)?.files ?? [];
    if (before.every((file) => file.id !== fileId || file.share === share)) return;
    change(id, { files: before.map((file) => (file.id === fileId ? { ...file, share } : file)) });
  };

  /** Sends the text first, because it may mention people, followed by the files one at a time. */
  async function sendParts(id: string): Promise<void> {
    for (;;) {
      const outgoing = find(id);
      // The message may have been discarded in the meantime.
      if (!outgoing) return;
      const [file] = outgoing.files;
      const isText = !outgoing.isThere && outgoing.content !== "";
      if (!isText && !file) return;
      const sent = isText || !file ? sendText(outgoing) : sendFile(outgoing, file);
      const message = await sent.catch((error: unknown) => {
        const isGivenUp = !isText && file && !find(id)?.files.some((each) => each.id === file.id);
        if (isGivenUp) return undefined;
        throw error;
      });
      if (!message) continue;
      tries.delete(outgoing.room);
      if (!isText && file) files.delete(file.id);
      const left = find(id)?.files ?? [];
      change(id, { isThere: true, files: isText ? left : left.filter((each) => each.id !== file?.id) });
      onSent(message);
    }
  }

  /** Sends one message. @returns whether the next message of the room may be sent. */
  async function sendOne({ id, room }: OutgoingMessage): Promise<boolean> {
    change(id, { state: "sending", error: undefined });
    try {
      await sendParts(id);
      remove(id);
      return true;
    } catch (error) {
      if (!find(id)) return true;
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

  /** Returns the pause before the next attempt in ms; undefined if a retry would not help. */
  function pauseAfter(error: unknown, room: string): number | undefined {
    if (!(error instanceof AppError)) return undefined;
    if (error.code === "too_many_requests") return (error.retryAfterSec ?? 0) * 1_000 || RATE_LIMIT_DELAY_MS;
    if (error.code !== "unavailable") return undefined;
    const count = tries.get(room) ?? 0;
    tries.set(room, count + 1);
    return Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** count) * (1 + Math.random() / 2);
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

  /** Sends waiting messages immediately after reconnecting. */
  function flush(): void {
    tries.clear();
    for (const room of new Set(state.map((each) => each.room))) void run(room);
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: (): readonly OutgoingMessage[] => state,
    start(): void {
      isStopped = false;
      window.addEventListener("online", flush);
      flush();
    },
    stop(): void {
      isStopped = true;
      hold(false);
      window.removeEventListener("online", flush);
      for (const timer of timers.values()) clearTimeout(timer);
    },
    flush,
    add({ files: added = [], ...written }: ComposedMessage): void {
      const outgoing: OutgoingMessage = {
        ...written,
        id: createRandomUuid(),
        files: added.map((each) => {
          const id = createRandomUuid();
          files.set(id, each);
          return { id, name: each.file.name, sizeBytes: each.file.size, share: 0 };
        }),
        isThere: false,
        isLost: false,
        writtenAt: new Date().toISOString(),
        state: "waiting",
      };
      set([...state, outgoing]);
      void run(written.room);
    },
    /** Retries a message, which moves behind the messages written in the meantime. */
    retry(id: string): void {
      const found = find(id);
      if (!found) return;
      const again = { ...found, state: "waiting" as const, error: undefined, isLost: false };
      set([...state.filter((each) => each.id !== id), again]);
      void run(found.room);
    },
    /** Discards a message, or the parts that were not delivered. */
    discard: remove,
    /** Discards one file of a message. */
    discardFile(id: string, fileId: string): void {
      const found = find(id);
      if (!found) return;
      const left = found.files.filter((file) => file.id !== fileId);
      files.delete(fileId);
      const isNothing = left.length === 0 && (found.isThere || found.content === "");
      if (isNothing) {
        remove(id);
        return;
      }
      change(id, { files: left });
      if (found.files[0]?.id === fileId) sending.get(id)?.abort();
    },
  };
}

// Checks the value without a schema library, which the page's bundle does not contain.
const isOutgoing = (value: unknown): value is OutgoingMessage => {
  if (typeof value !== "object" || value === null) return false;
  const { id, room, content, mentions, writtenAt } = value as Record<string, unknown>;
  return [id, room, content, writtenAt].every((each) => typeof each === "string") && Array.isArray(mentions);
};

/** Restores a message after a reload. Its files are lost, so the author decides whether to send it without them. */
function restoreMessage(each: OutgoingMessage): OutgoingMessage {
  const isLost = each.isLost === true || (each.files?.length ?? 0) > 0;
  return {
    ...each,
    files: [],
    isThere: each.isThere === true,
    isLost,
    state: each.state === "failed" || isLost ? "failed" : "waiting",
  };
}

function loadStored(key: string): readonly OutgoingMessage[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    // A stored message may have reached the server before the reload. Its id makes the retry idempotent.
    return Array.isArray(kept) ? kept.filter(isOutgoing).map(restoreMessage) : [];
  } catch {
    return [];
  }
}

function storeMessages(key: string, state: readonly OutgoingMessage[]): void {
  try {
    if (state.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(state.map((each) => ({ ...each, error: undefined }))));
  } catch {
    // Storing fails if the storage is full. The messages then exist only on the page.
  }
}
