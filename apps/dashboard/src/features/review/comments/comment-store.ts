import { type ApiCall, AppError, type CommentView, routes } from "@shoal/contract";
import { waitUntilIdle } from "../../../lib/wait-until-idle.ts";

export interface CommentsState {
  /** The progress of loading: `ready` after the first page of comments has loaded. `isComplete` is true after all pages have. */
  status: "loading" | "ready" | "failed";
  isComplete: boolean;
  error: unknown;
  /** The comments of this version by uuid, including replies and deleted comments with replies. */
  comments: ReadonlyMap<string, CommentView>;
  /** The number of the last change that the reader had read before this visit. */
  readSeq: number;
  /**
   * The comments that other people have written or edited since the reader's last visit. During the visit, a known comment is added only
   * when its text is edited, because the reader's own reactions and resolutions change a comment too.
   */
  unread: ReadonlySet<string>;
  /** The number of the latest known change of the project. */
  seq: number;
}

interface StoreOptions {
  project: string;
  /** The number of the version whose comments are loaded. */
  version: number;
  call: ApiCall;
}

const FIRST_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 30_000;

export type CommentStore = ReturnType<typeof createCommentStore>;

/**
 * Creates a store for `useSyncExternalStore` with the comments of a version. From `start` until `stop`, it loads the comments once and
 * updates them with changes.
 */
export function createCommentStore({ project, version, call }: StoreOptions) {
  const listeners = new Set<() => void>();
  const params = { id: project, n: String(version) };
  let ended = new AbortController();
  let state: CommentsState = {
    status: "loading",
    isComplete: false,
    error: undefined,
    comments: new Map(),
    readSeq: 0,
    unread: new Set(),
    seq: 0,
  };
  let isCatchingUp = false;
  let isWanted = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_DELAY_MS;

  function set(change: Partial<CommentsState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** Merges comments. Older states are ignored. */
  function merge(received: readonly CommentView[], change: Partial<CommentsState> = {}): void {
    const newer = received.filter(
      (comment) => comment.version === version && comment.seq >= (state.comments.get(comment.uuid)?.seq ?? 0),
    );
    if (newer.length === 0 && Object.keys(change).length === 0) return;
    const comments = new Map(state.comments);
    const unread = new Set(state.unread);
    for (const comment of newer) {
      const known = comments.get(comment.uuid);
      const isNews = known
        ? comment.revision > known.revision
        : comment.seq > (change.readSeq ?? state.readSeq);
      if (comment.isMine || comment.deletedAt !== null) unread.delete(comment.uuid);
      else if (isNews) unread.add(comment.uuid);
      comments.set(comment.uuid, comment);
    }
    set({ ...change, comments, unread });
  }

  const isGone = (error: unknown) =>
    error instanceof AppError && (error.code === "project_not_found" || error.code === "not_signed_in");

  async function load(): Promise<void> {
    const { signal } = ended;
    try {
      let cursor: string | undefined;
      do {
        // Waits before further pages, whose rendering must not delay the player.
        if (cursor !== undefined) await waitUntilIdle();
        const page = await call(
          routes.listComments,
          { params, query: cursor === undefined ? {} : { cursor } },
          { signal },
        );
        // Keeps the change number of the first page, so that changes made while later pages load are requested afterwards.
        const first = cursor === undefined ? { readSeq: page.readSeq, seq: page.seq } : {};
        cursor = page.next ?? undefined;
        merge(page.comments, {
          ...first,
          status: "ready",
          error: undefined,
          isComplete: cursor === undefined,
        });
      } while (cursor !== undefined);
      await catchUp();
    } catch (error) {
      if (signal.aborted) return;
      if (state.status === "ready" && !isGone(error)) again(() => void load());
      else set({ status: "failed", error });
    }
  }

  function again(work: () => void): void {
    clearTimeout(retry);
    retry = setTimeout(work, retryMs);
    retryMs = Math.min(MAX_RETRY_DELAY_MS, retryMs * 2);
  }

  /** Requests missed changes. A call during a running request causes one more request. */
  async function catchUp(): Promise<void> {
    isWanted = true;
    if (isCatchingUp || !state.isComplete) return;
    isCatchingUp = true;
    const { signal } = ended;
    try {
      while (isWanted) {
        isWanted = false;
        let hasMore: boolean;
        do {
          const query = { since: String(state.seq) };
          const page = await call(routes.listCommentChanges, { params: { id: project }, query }, { signal });
          merge(page.comments, page.seq === state.seq ? {} : { seq: page.seq });
          hasMore = page.hasMore;
        } while (hasMore);
        retryMs = FIRST_RETRY_DELAY_MS;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isGone(error)) set({ status: "failed", error });
      else again(() => void catchUp());
    } finally {
      isCatchingUp = false;
    }
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: (): CommentsState => state,
    start(): void {
      ended = new AbortController();
      void load();
    },
    stop(): void {
      ended.abort();
      clearTimeout(retry);
    },
    retry(): void {
      set({ status: "loading", error: undefined });
      void load();
    },
    catchUp,
    /** Merges the response of a call, so that the change does not have to be requested. */
    merge: (comment: CommentView) => merge([comment]),
    /** Removes a comment immediately; the server confirms the deletion later. */
    applyDeleted(uuid: string): void {
      const comment = state.comments.get(uuid);
      if (comment) merge([{ ...comment, text: "", hasDrawing: false, deletedAt: new Date().toISOString() }]);
    },
    /** Marks everything as read on the server. New comments stay highlighted during this visit. */
    async markRead(): Promise<void> {
      const { seq } = state;
      await call(routes.markCommentsRead, { params, body: { seq } }, { signal: ended.signal });
    },
  };
}
