import { notifyUnreachable } from "../../lib/notify.ts";
import { uploads } from "./uploads.ts";

/** Adds files to the list. Rejected files are listed in a dialog. */
export async function addFiles(files: File[]): Promise<void> {
  const refused = uploads.add(files);
  if (refused.length === 0) return;
  const { openRefusedFilesDialog } = await import("./refused-files.tsx").catch(notifyUnreachable);
  openRefusedFilesDialog(refused);
}
