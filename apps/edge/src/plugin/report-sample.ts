/** A plugin player on the page, with the part of `inspect()` that the report reads. */
interface AttachedPlayer {
  inspect(): { stats: Record<"bytesServer" | "bytesPeer" | "peers", number>; fault?: string };
}

/**
 * Reports to the embedding page, every second, where a sample's player got its data and which errors the plugin raised, and reports
 * scripts that failed to load. The function is serialised into the page before the page's own scripts, so it cannot use anything
 * from outside its body.
 */
export function reportSample(): void {
  const SECOND_MS = 1_000;
  const post = (sample: object) => parent.postMessage({ shoal: 1, event: "sample", sample }, "*");
  // The `error` events of elements that fail to load do not bubble, so this listener captures them.
  const handleError = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) post({ isMissing: true });
  };
  addEventListener("error", handleError, true);
  setInterval(() => {
    const { shoal } = globalThis as { shoal?: { attachments?: Set<AttachedPlayer> } };
    const [player] = shoal?.attachments ?? [];
    if (!player) return;
    const { stats, fault } = player.inspect();
    const { bytesServer, bytesPeer, peers } = stats;
    post({ bytesServer, bytesPeer, peers, fault });
  }, SECOND_MS);
}
