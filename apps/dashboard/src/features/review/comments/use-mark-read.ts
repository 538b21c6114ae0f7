import { useEffect } from "react";
import type { CommentStore } from "./comment-store.ts";
import { useComments } from "./comments-context.ts";

/** The delay before comments are marked as read, in ms, because they often arrive in bursts. */
const BATCH_DELAY_MS = 1_500;

/** Marks comments as read while the page is visible. */
export function useMarkRead(store: CommentStore): void {
  const { isComplete, seq, readSeq } = useComments(store);
  useEffect(() => {
    if (!isComplete || seq <= readSeq) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function mark(): void {
      clearTimeout(timer);
      if (document.visibilityState !== "visible") return;
      // Ignores failures, because the next change repeats the call.
      timer = setTimeout(() => store.markRead().catch(() => undefined), BATCH_DELAY_MS);
    }
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", mark);
    };
  }, [store, isComplete, seq, readSeq]);
}
