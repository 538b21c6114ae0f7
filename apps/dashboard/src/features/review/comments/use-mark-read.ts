import { useEffect } from "react";
import type { CommentStore } from "./comment-store.ts";
import { useComments } from "./comments-context.ts";

/** Delay in ms before comments are marked as read, since they often arrive in bursts. */
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
      // If the call fails, the next change repeats it.
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
