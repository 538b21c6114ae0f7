import { useSyncExternalStore } from "react";

export type WindowState = "closed" | "open" | "reduced";

let state: WindowState = "closed";
const listeners = new Set<() => void>();

/** Whether the floating window is there; it outlives every route. */
export const uploadWindow = {
  set(next: WindowState): void {
    state = next;
    for (const listener of listeners) listener();
  },
  open: () => uploadWindow.set("open"),
  close: () => uploadWindow.set("closed"),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUploadWindow = () => useSyncExternalStore(subscribe, () => state);
