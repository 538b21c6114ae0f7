import type { modals as Modals } from "@mantine/modals";

/** What dialogs are made with, once their program is there. */
export type DialogMaker = typeof Modals;

let noteReady: (maker: DialogMaker) => void;

/** Settles when the place where dialogs appear is there. */
export const makerReady = new Promise<DialogMaker>((resolve) => {
  noteReady = resolve;
});

/** Called by that place. */
export const announceMaker = (maker: DialogMaker): void => noteReady(maker);
