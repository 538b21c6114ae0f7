import type { PlannedEvent, Rehearsal } from "@shoal/swarm-sim";
import type { RehearsalMessage } from "./rehearsal.worker.ts";

/**
 * Rehearses an event beside the page, which stays responsive; it takes some seconds.
 * @param onProgress is told the share that is done, 0–1.
 * @returns the rehearsal; rejects when it was given up by `signal`, or cannot run here.
 */
export function runRehearsal(
  event: PlannedEvent,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Rehearsal> {
  const worker = new Worker(new URL("./rehearsal.worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<Rehearsal>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  worker.addEventListener("error", () => reject(new Error("The rehearsal broke off")));
  worker.addEventListener("message", ({ data }: MessageEvent<RehearsalMessage>) => {
    if (data.type === "progress") onProgress(data.share);
    else resolve(data.rehearsal);
  });
  worker.postMessage(event);
  return promise.finally(() => worker.terminate());
}
