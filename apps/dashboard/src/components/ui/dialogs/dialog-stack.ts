import type { ReactNode } from "react";

export interface StackedDialog {
  id: number;
  title: string;
  children: ReactNode;
  size?: string;
  /** Whether only the dialog's own buttons close it. */
  isHeld: boolean;
  /** Whether the dialog stays when the browser's Back leaves the page. */
  outlivesPage?: boolean;
  /** Called once when the dialog is closed. */
  onClose: () => void;
  /** Whether the dialog is open; false while it fades out. */
  isOpen: boolean;
  /** Whether the dialog contains unsaved entries, which closing it would discard. */
  isUnsaved: boolean;
}

/** The open dialogs, newest last. Each keeps its state while another dialog is on top, for example the confirmation of a copy. */
let dialogs: readonly StackedDialog[] = [];
const listeners = new Set<() => void>();
let openedCount = 0;

function replaceDialogs(next: readonly StackedDialog[]): void {
  dialogs = next;
  for (const listener of listeners) listener();
}

export const listDialogs = (): readonly StackedDialog[] => dialogs;

export function subscribeToDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Adds a dialog to the stack. @returns its id. */
export function addDialog(dialog: Omit<StackedDialog, "id" | "isOpen" | "isUnsaved">): number {
  openedCount += 1;
  replaceDialogs([...dialogs, { ...dialog, id: openedCount, isOpen: true, isUnsaved: false }]);
  return openedCount;
}

/** Closes a dialog, unless it is already closed. */
export function closeDialog(id: number): void {
  const closing = dialogs.find((each) => each.id === id && each.isOpen);
  if (!closing) return;
  replaceDialogs(dialogs.map((each) => (each === closing ? { ...each, isOpen: false } : each)));
  closing.onClose();
}

/**
 * Closes the dialogs of a page that the user has left. Dialogs that only their own buttons close, dialogs that outlive the page, and
 * dialogs with unsaved entries stay open.
 */
export function closeDialogs(): void {
  for (const { id, isHeld, outlivesPage, isUnsaved } of dialogs.toReversed())
    if (!isHeld && !outlivesPage && !isUnsaved) closeDialog(id);
}

/** Records whether a dialog contains unsaved entries. */
export function markUnsavedDialog(id: number, isUnsaved: boolean): void {
  const noted = dialogs.find((each) => each.id === id);
  if (noted && noted.isUnsaved !== isUnsaved)
    replaceDialogs(dialogs.map((each) => (each === noted ? { ...each, isUnsaved } : each)));
}

/** Removes a dialog that has faded out. */
export const removeDialog = (id: number): void => replaceDialogs(dialogs.filter((each) => each.id !== id));

/** Whether another dialog that was opened earlier is still open. */
export const isAboveAnother = (id: number): boolean => dialogs.some((each) => each.isOpen && each.id < id);
