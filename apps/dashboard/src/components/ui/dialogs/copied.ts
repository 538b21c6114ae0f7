import { notifyUnreachable } from "../../../lib/notify.ts";

/** Confirms a copy to the clipboard in a modal, whose code is loaded on first use (§2). */
export function openCopiedNotice(text: string): void {
  import("./copied-notice.tsx")
    .catch(notifyUnreachable)
    .then(({ showCopiedNotice: showCopied }) => showCopied(text))
    // Ignores the rejection: the user has already been informed that the modal could not be loaded.
    .catch(() => undefined);
}
