import { useSyncExternalStore } from "react";
import {
  reduceWindows,
  type WindowAction,
  type WindowChange,
  type WindowKind,
  type WindowsState,
} from "./window-state.ts";

let state: WindowsState = [];
const listeners = new Set<() => void>();

function dispatch(next: WindowAction): void {
  const moved = reduceWindows(state, next);
  if (moved === state) return;
  state = moved;
  for (const listener of listeners) listener();
}

/** The floating windows of this page; they outlive every route. */
export const windows = {
  /** Opens a window. @param subject uuid of its video, if any. */
  open: (kind: WindowKind, subject = "") => dispatch({ type: "open", kind, subject }),
  select: (id: string) => dispatch({ type: "select", id }),
  reduce: (id: string) => dispatch({ type: "reduce", id }),
  /** Closes a window, unless it is locked. */
  close: (id: string) => dispatch({ type: "close", id }),
  /** Closes all windows that are not locked. */
  closeAll: () => dispatch({ type: "closeAll" }),
  /** Prevents closing a kind of window while work is in progress. */
  lock: (kind: WindowKind, isLocked: boolean) => dispatch({ type: "lock", kind, isLocked }),
  /** Updates the properties of a window that its content reports. */
  note: (id: string, change: WindowChange) => dispatch({ type: "note", id, change }),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the open windows, in the order in which they were opened. */
export const useWindows = () => useSyncExternalStore(subscribe, () => state);
