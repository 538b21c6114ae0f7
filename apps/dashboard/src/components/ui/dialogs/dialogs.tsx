import type { ReactNode } from "react";
import { notifyUnreachable } from "../../../lib/notify.ts";
import { createLatePlace } from "../late-place.tsx";
import { makerReady } from "./maker.ts";

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
  const maker = await makerReady;
  const id = maker.open(dialog);
  return () => maker.close(id);
}

/** Fetches the program of dialogs before the first one is wanted. */
export const prepareDialogs = (): Promise<void> => place.want();

/** Where dialogs appear; empty until the first one is wanted. Stands once, around every page. */
export const Dialogs = place.Place;
