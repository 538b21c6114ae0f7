import { notifyUnreachable } from "../../../lib/notify.ts";

/** Tells that something is on the clipboard, in a modal whose program is fetched with the first one (§2). */
export function openCopied(text: string): void {
  import("./copied-note.tsx")
    .catch(notifyUnreachable)
    .then(({ showCopied }) => showCopied(text))
    // A failure to load it has been shown.
    .catch(() => undefined);
}
