import { useSyncExternalStore } from "react";

const TICK_MS = 1_000; // §9: the elapsed time of a live moves every second
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all running times. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const readSec = () => Math.floor(Date.now() / 1000);

/** What time it is, in whole seconds; who asks is drawn again with each. */
export const useNowSec = (): number => useSyncExternalStore(subscribe, readSec);
