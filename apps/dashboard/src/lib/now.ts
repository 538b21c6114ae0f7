import { useSyncExternalStore } from "react";

const TICK_MS = 1_000; // §9: the elapsed time of a live moves every second
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all running clocks. */
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

/** The current time in whole seconds; its users rerender every second. */
export const useNowSec = (): number => useSyncExternalStore(subscribe, readSec);
