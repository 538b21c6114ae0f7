import { loadTexts } from "../../i18n/index.ts";
import { notifyUnreachable } from "../../lib/notify.ts";
import { uploads } from "./uploads.ts";

/** Puts files on the list; those that are not taken are named in a dialog. */
export async function addFiles(files: File[]): Promise<void> {
  const refused = uploads.add(files);
  if (refused.length === 0) return;
  const parts = Promise.all([import("./refused-files.tsx"), loadTexts("creation")]);
  const [{ openRefusedFiles }] = await parts.catch(notifyUnreachable);
  openRefusedFiles(refused);
}
