import { COMMENT_ATTACHMENT_MAX_BYTES, COMMENT_ATTACHMENTS_MAX_COUNT } from "@shoal/contract";

/** Why a file is not taken. */
export type FileRefusal = "tooLarge" | "empty" | "folder" | "tooMany";
export interface RefusedFile {
  name: string;
  reason: FileRefusal;
}

export interface SortedFiles {
  taken: File[];
  refused: RefusedFile[];
}

/** What of some files a comment can take that has so many already; the api decides the same. */
export function sortFiles(files: readonly File[], folders: readonly string[], count: number): SortedFiles {
  const sorted: SortedFiles = { taken: [], refused: folders.map((name) => ({ name, reason: "folder" })) };
  for (const file of files) {
    const reason = refusalOf(file, count + sorted.taken.length);
    if (reason) sorted.refused.push({ name: file.name, reason });
    else sorted.taken.push(file);
  }
  return sorted;
}

function refusalOf({ size }: File, count: number): FileRefusal | undefined {
  if (size > COMMENT_ATTACHMENT_MAX_BYTES) return "tooLarge";
  if (size === 0) return "empty";
  return count >= COMMENT_ATTACHMENTS_MAX_COUNT ? "tooMany" : undefined;
}

/** Files and names of folders in what was dropped or pasted. */
export function filesIn({ items, files }: DataTransfer): { files: File[]; folders: string[] } {
  const entries = [...items].map((item) => ({
    file: item.kind === "file" ? item.getAsFile() : null,
    // Of a folder, browsers give a file that cannot be read.
    folder: item.webkitGetAsEntry()?.isDirectory === true,
  }));
  if (entries.length === 0) return { files: [...files], folders: [] };
  const found = entries.flatMap(({ file, folder }) => (file ? [{ file, folder }] : []));
  return {
    files: found.filter(({ folder }) => !folder).map(({ file }) => file),
    folders: found.filter(({ folder }) => folder).map(({ file }) => file.name),
  };
}
