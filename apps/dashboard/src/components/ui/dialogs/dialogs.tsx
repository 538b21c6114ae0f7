import type { ReactNode } from "react";
import { notifyUnreachable } from "../../../lib/notify.ts";
import { createLazyHost } from "../lazy-host.tsx";
import { findOpener, restoreFocus } from "../windows/restore-focus.ts";
import { addDialog, closeDialog, isAboveAnother } from "./dialog-stack.ts";

const dialogContainer = createLazyHost(async () => (await import("./dialog-host.tsx")).DialogHost);

interface Dialog {
  title: string;
  children: ReactNode;
  /** The size of the dialog, as in Mantine's Modal; "md" by default. */
  size?: string;
  /**
   * Whether only the dialog's own buttons close it, and not Escape, a cross or a click outside. Used for content that is shown only once.
   */
  isHeld?: boolean;
  /** Whether the dialog also concerns the next page, and stays open when the user leaves this page with the browser's Back. */
  outlivesPage?: boolean;
  /** Called after the dialog has closed, for any reason. */
  onClosed?: (() => void) | undefined;
}

/**
 * Opens a dialog on top of the page and of open dialogs, which keep their state. Its code is loaded on first use. Escape and a labelled
 * button close a dialog that is not held. The focus then returns to the element that had it.
 * @returns a function that closes the dialog.
 */
export async function openDialog({ isHeld = false, onClosed, ...dialog }: Dialog): Promise<() => void> {
  const opener = findOpener();
  await dialogContainer.want().catch(notifyUnreachable);
  const id = addDialog({
    ...dialog,
    isHeld,
    onClose() {
      onClosed?.();
      // If no other dialog is open below, the focus returns to the element that had it before this dialog opened.
      if (!isAboveAnother(id)) restoreFocus(opener);
    },
  });
  return () => closeDialog(id);
}

/** Loads the code of dialogs in advance. */
export const preloadDialogs = (): Promise<void> => dialogContainer.want();

/** The container of all dialogs, mounted once around every page. It is empty until the first dialog opens. */
export const Dialogs = dialogContainer.Place;
