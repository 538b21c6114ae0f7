import { createRandomUuid } from "@shoal/client/upload";
import type { CommentView } from "@shoal/contract";
import type { CommentFiles } from "./comment-files.ts";

/** A file that is being sent to a comment. */
export interface SentFile {
  id: string;
  comment: string;
  name: string;
  /** The share of the file that has been sent, from 0 to 1. */
  share: number;
  state: "waiting" | "sending" | "failed";
  /** The error that caused sending to fail. */
  error?: unknown;
}

interface SendTask {
  file: File;
  ended: AbortController;
}

export type FileSender = ReturnType<typeof createFileSender>;

/**
 * Creates a store for `useSyncExternalStore` that sends files to comments, one after another. Failed files stay until they are retried or
 * removed.
 * @param onSent called with the updated comment after each file.
 */
export function createFileSender(files: Pick<CommentFiles, "send">, onSent: (comment: CommentView) => void) {
  const listeners = new Set<() => void>();
  const tasks = new Map<string, SendTask>();
  let state: readonly SentFile[] = [];
  let isRunning = false;

  function set(next: readonly SentFile[]): void {
    state = next;
    for (const listener of listeners) listener();
  }
  const change = (id: string, with_: Partial<SentFile>) =>
    set(state.map((each) => (each.id === id ? { ...each, ...with_ } : each)));
  function removeFile(id: string): void {
    tasks.delete(id);
    set(state.filter((each) => each.id !== id));
  }

  async function sendOne({ id, comment }: SentFile, { file, ended }: SendTask): Promise<void> {
    change(id, { state: "sending", share: 0 });
    try {
      const onShare = (share: number) => change(id, { share });
      const sent = await files.send(comment, file, { fileId: id, signal: ended.signal, onShare });
      onSent(sent);
      removeFile(id);
    } catch (error) {
      if (!ended.signal.aborted) change(id, { state: "failed", error });
    }
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (;;) {
      const next = state.find((each) => each.state === "waiting");
      const task = next && tasks.get(next.id);
      if (!next || !task) break;
      await sendOne(next, task);
    }
    isRunning = false;
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: (): readonly SentFile[] => state,
    add(comment: string, added: readonly File[]): void {
      const rows = added.map((file): SentFile => {
        const id = createRandomUuid();
        tasks.set(id, { file, ended: new AbortController() });
        return { id, comment, name: file.name, share: 0, state: "waiting" };
      });
      set([...state, ...rows]);
      void run();
    },
    retry(id: string): void {
      change(id, { state: "waiting", share: 0, error: undefined });
      void run();
    },
    /** Cancels a file, even while it is being sent. */
    cancel(id: string): void {
      tasks.get(id)?.ended.abort();
      removeFile(id);
    },
    isBusy: (): boolean => state.some((each) => each.state !== "failed"),
  };
}
