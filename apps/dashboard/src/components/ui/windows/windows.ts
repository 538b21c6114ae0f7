import { useSyncExternalStore } from "react";
import {
  moveWindows,
  type WindowChange,
  type WindowKind,
  type WindowMove,
  type WindowsState,
} from "./window-state.ts";

let state: WindowsState = [];
const listeners = new Set<() => void>();

function move(next: WindowMove): void {
  const moved = moveWindows(state, next);
  if (moved === state) return;
  state = moved;
  for (const listener of listeners) listener();
}

/** The floating windows of this page; they outlive every route. */
export const windows = {
  /** Opens a window. @param subject uuid of its video, if any. */
  open: (kind: WindowKind, subject = "") => move({ type: "open", kind, subject }),
  select: (id: string) => move({ type: "select", id }),
  reduce: (id: string) => move({ type: "reduce", id }),
  /** Closes a window unless it is locked. */
  close: (id: string) => move({ type: "close", id }),
  /** Closes all unlocked windows. */
  closeAll: () => move({ type: "closeAll" }),
  /** Prevents closing a kind of window while work is in progress. */
  lock: (kind: WindowKind, isLocked: boolean) => move({ type: "lock", kind, isLocked }),
  /** Updates a window's state from inside. */
  note: (id: string, change: WindowChange) => move({ type: "note", id, change }),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the open windows, in the order in which they were opened. */
export const useWindows = () => useSyncExternalStore(subscribe, () => state);
