import { useSyncExternalStore } from "react";
import type { RealtimeSocket } from "./realtime.ts";

let currentSocket: RealtimeSocket | undefined;
const listeners = new Set<() => void>();

/** The tab's only realtime socket, for pages that need more than the events that every page handles. */
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

/** Returns the socket; undefined before it was opened. A different socket is opened when another client is viewed. */
export const useRealtimeSocket = (): RealtimeSocket | undefined =>
  useSyncExternalStore(realtimeSocket.subscribe, realtimeSocket.get);
