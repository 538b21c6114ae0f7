import { useSyncExternalStore } from "react";

const TICK_INTERVAL_MS = 1_000; // §9: the elapsed time of a live advances every second
const listeners = new Set<() => void>();
let sharedTimer: ReturnType<typeof setInterval> | undefined;

/** Subscribes to a timer that all running clocks share. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  sharedTimer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_INTERVAL_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(sharedTimer);
    sharedTimer = undefined;
  };
}

const currentSec = () => Math.floor(Date.now() / 1000);

/** Returns the current time in whole seconds; components that use it re-render every second. */
export const useNowSec = (): number => useSyncExternalStore(subscribe, currentSec);
