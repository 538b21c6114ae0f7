import { useEffect } from "react";
import type { CommentStore } from "./comment-store.ts";
import { useComments } from "./notes-context.ts";

/** Comments come in bursts. */
const GATHER_MS = 1_500;

/** Tells the server what the reader has seen, while the page is before them. */
export function useMarkRead(store: CommentStore): void {
  const { isComplete, seq, readSeq } = useComments(store);
  useEffect(() => {
    if (!isComplete || seq <= readSeq) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function mark(): void {
      clearTimeout(timer);
      if (document.visibilityState !== "visible") return;
      // Sent again with the next change: only marks depend on it.
      timer = setTimeout(() => store.markRead().catch(() => undefined), GATHER_MS);
    }
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", mark);
    };
  }, [store, isComplete, seq, readSeq]);
}
