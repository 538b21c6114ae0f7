import { useSyncExternalStore } from "react";
import type { RealtimeSocket } from "./realtime.ts";

let current: RealtimeSocket | undefined;
const listeners = new Set<() => void>();

/** The tab's one realtime socket, for pages that use more of it than the common events. */
export const realtimeSocket = {
  get: (): RealtimeSocket | undefined => current,
  set(socket: RealtimeSocket | undefined): void {
    current = socket;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Undefined until it was opened; another one when another client is viewed. */
export const useRealtimeSocket = (): RealtimeSocket | undefined =>
  useSyncExternalStore(realtimeSocket.subscribe, realtimeSocket.get);
