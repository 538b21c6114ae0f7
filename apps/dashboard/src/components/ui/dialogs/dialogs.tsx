import type { modals as Modals } from "@mantine/modals";
import type { ReactNode } from "react";
import { notifyUnreachable } from "../../../lib/notify.ts";
import { createLatePlace } from "../late-place.tsx";

/** What dialogs are made with, once their program is there. */
type DialogMaker = typeof Modals;

let noteReady: (maker: DialogMaker) => void;
const ready = new Promise<DialogMaker>((resolve) => {
  noteReady = resolve;
});

/** Called by the place where dialogs appear, when it is there. */
export const announceMaker = (maker: DialogMaker): void => noteReady(maker);

const place = createLatePlace(async () => (await import("./dialog-place.tsx")).DialogPlace);

interface Dialog {
  title: string;
  children: ReactNode;
  /** As Mantine's Modal takes it; "md" when not given. */
  size?: string;
}

/**
 * Opens a dialog over the page. Its program is fetched with the first one. Escape and a named button close it, and the
 * keyboard returns to where it was.
 * @returns a function that closes it.
 */
export async function openDialog(dialog: Dialog): Promise<() => void> {
  await place.want().catch(notifyUnreachable);
  const maker = await ready;
  const id = maker.open(dialog);
  return () => maker.close(id);
}

/** Fetches the program of dialogs before the first one is wanted. */
export const prepareDialogs = (): Promise<void> => place.want();

/** Where dialogs appear; empty until the first one is wanted. Stands once, around every page. */
export const Dialogs = place.Place;
