import type { ReactNode } from "react";
import { notifyUnreachable } from "../../../lib/notify.ts";
import { createLatePlace } from "../late-place.tsx";
import { findOpener, giveFocusBack } from "../windows/give-focus-back.ts";
import { addDialog, closeDialog, isOverAnother } from "./dialog-stack.ts";

const place = createLatePlace(async () => (await import("./dialog-place.tsx")).DialogPlace);

interface Dialog {
  title: string;
  children: ReactNode;
  /** Like Mantine's Modal; "md" by default. */
  size?: string;
  /** Only its own buttons close it, for content shown once: neither Escape, nor a cross, nor a click outside. */
  isHeld?: boolean;
  /** After it has closed, whatever closed it. */
  onClosed?: (() => void) | undefined;
}

/**
 * Opens a dialog on top of the page and of open dialogs, which keep their state. Its code is loaded on first use. Unless it is
 * held, Escape and a labelled button close it; the focus returns to where it was.
 * @returns a function that closes it.
 */
export async function openDialog({ isHeld = false, onClosed, ...dialog }: Dialog): Promise<() => void> {
  const opener = findOpener();
  await place.want().catch(notifyUnreachable);
  const id = addDialog({
    ...dialog,
    isHeld,
    onClose() {
      onClosed?.();
      // The previous element has the focus again.
      if (!isOverAnother(id)) giveFocusBack(opener);
    },
  });
  return () => closeDialog(id);
}

/** Fetches the program of dialogs before the first one is wanted. */
export const prepareDialogs = (): Promise<void> => place.want();

/** The place of dialogs; empty until the first one. Mounted once, around every page. */
export const Dialogs = place.Place;
