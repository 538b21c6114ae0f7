import { useSyncExternalStore } from "react";
import {
  reduceWindows,
  type WindowAction,
  type WindowChange,
  type WindowKind,
  type WindowsState,
} from "./window-state.ts";

let windowsState: WindowsState = [];
const listeners = new Set<() => void>();

function applyAction(next: WindowAction): void {
  const moved = reduceWindows(windowsState, next);
  if (moved === windowsState) return;
  windowsState = moved;
  for (const listener of listeners) listener();
}

/** The floating windows of this page, which stay open when the route changes. */
export const windows = {
  /** Opens a window. @param subject uuid of its video, if any. */
  open: (kind: WindowKind, subject = "") => applyAction({ type: "open", kind, subject }),
  select: (id: string) => applyAction({ type: "select", id }),
  reduce: (id: string) => applyAction({ type: "reduce", id }),
  reduceAll: () => applyAction({ type: "reduceAll" }),
  /** Closes a window, unless it is locked. */
  close: (id: string) => applyAction({ type: "close", id }),
  /** Closes all windows that are not locked. */
  closeAll: () => applyAction({ type: "closeAll" }),
  /** Locks the windows of a kind, so that they cannot be closed while work is in progress. */
  lock: (kind: WindowKind, isLocked: boolean) => applyAction({ type: "lock", kind, isLocked }),
  /** Updates the properties of a window that its content reports, such as unsaved entries. */
  note: (id: string, change: WindowChange) => applyAction({ type: "note", id, change }),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the open windows, in the order in which they were opened. */
export const useWindows = () => useSyncExternalStore(subscribe, () => windowsState);
