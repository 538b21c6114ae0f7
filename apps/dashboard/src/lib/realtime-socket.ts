import { useSyncExternalStore } from "react";
import type { RealtimeSocket } from "./realtime.ts";

let currentSocket: RealtimeSocket | undefined;
const listeners = new Set<() => void>();

/** The tab's only realtime socket, for pages that use more of it than the common events. */
export const realtimeSocket = {
  get: (): RealtimeSocket | undefined => currentSocket,
  set(socket: RealtimeSocket | undefined): void {
    currentSocket = socket;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Returns the socket; undefined until it was opened, and a different socket when another client is viewed. */
export const useRealtimeSocket = (): RealtimeSocket | undefined =>
  useSyncExternalStore(realtimeSocket.subscribe, realtimeSocket.get);
