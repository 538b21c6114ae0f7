import type { modals as Modals } from "@mantine/modals";
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from "react";

/** What dialogs are made with, once their program is there. */
export type DialogMaker = typeof Modals;

let isWanted = false;
const listeners = new Set<() => void>();
let noteReady: (maker: DialogMaker) => void;
const ready = new Promise<DialogMaker>((resolve) => {
  noteReady = resolve;
});

/** Called by the place where dialogs appear, when it is there. */
export const announceMaker = (maker: DialogMaker): void => noteReady(maker);

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
  isWanted = true;
  for (const listener of listeners) listener();
  const maker = await ready;
  const id = maker.open(dialog);
  return () => maker.close(id);
}

const Place = lazy(async () => ({ default: (await import("./dialog-place.tsx")).DialogPlace }));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where dialogs appear; empty until the first one is wanted. Stands once, around every page. */
export function Dialogs() {
  const isThere = useSyncExternalStore(subscribe, () => isWanted);
  return isThere ? (
    <Suspense>
      <Place />
    </Suspense>
  ) : null;
}
