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
   * For content that is shown only once: only the dialog's own buttons close it, not Escape, a cross or a click
   * outside.
   */
  isHeld?: boolean;
  /** Whether the dialog also concerns the next page, and stays when the browser's Back leaves this one. */
  outlivesPage?: boolean;
  /** Called after the dialog has closed, for any reason. */
  onClosed?: (() => void) | undefined;
}

/**
 * Opens a dialog on top of the page and of open dialogs, which keep their state. Its code is loaded on first use. Unless it is
 * held, Escape and a labelled button close it; the focus returns to where it was.
 * @returns a function that closes it.
 */
export async function openDialog({ isHeld = false, onClosed, ...dialog }: Dialog): Promise<() => void> {
  const opener = findOpener();
  await dialogContainer.want().catch(notifyUnreachable);
  const id = addDialog({
    ...dialog,
    isHeld,
    onClose() {
      onClosed?.();
      // If no other dialog is below this one, the focus returns to where it was before.
      if (!isAboveAnother(id)) restoreFocus(opener);
    },
  });
  return () => closeDialog(id);
}

/** Loads the code of dialogs before the first one is needed. */
export const preloadDialogs = (): Promise<void> => dialogContainer.want();

/** The container of dialogs; empty until the first one. Mounted once, around every page. */
export const Dialogs = dialogContainer.Place;
