import { notifyUnreachable } from "../../../lib/notify.ts";

/** Tells that something is on the clipboard, in a modal whose program is fetched with the first one (§2). */
export function openCopied(text: string): void {
  import("./copied-note.tsx")
    .catch(notifyUnreachable)
    .then(({ showCopied }) => showCopied(text))
    // The reader was told that it could not be fetched.
    .catch(() => undefined);
}
