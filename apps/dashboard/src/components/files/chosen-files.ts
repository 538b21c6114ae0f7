/** The limits for accepted files, which the API enforces too. */
export interface FileLimits {
  /** The maximum size of a file, in bytes. */
  maxBytes: number;
  maxCount: number;
  /** Whether a file of this kind is accepted; if omitted, all files are. */
  isTaken?: (file: File) => boolean;
}

/** The reason why a file is rejected. */
export type FileRefusal = "kind" | "tooLarge" | "empty" | "folder" | "tooMany";
export interface RefusedFile {
  name: string;
  reason: FileRefusal;
}

export interface SortedFiles {
  taken: File[];
  refused: RefusedFile[];
}

interface SortOptions {
  /** The names of dropped or pasted folders, each of which is rejected. */
  folders?: readonly string[];
  /** The number of files that were already chosen. */
  count?: number;
  limits: FileLimits;
}

/** Separates accepted files from rejected files. */
export function sortFiles(
  files: readonly File[],
  { folders = [], count = 0, limits }: SortOptions,
): SortedFiles {
  const sorted: SortedFiles = { taken: [], refused: folders.map((name) => ({ name, reason: "folder" })) };
  for (const file of files) {
    const reason = refusalOf(file, count + sorted.taken.length, limits);
    if (reason) sorted.refused.push({ name: file.name, reason });
    else sorted.taken.push(file);
  }
  return sorted;
}

function refusalOf(file: File, count: number, limits: FileLimits): FileRefusal | undefined {
  if (limits.isTaken?.(file) === false) return "kind";
  if (file.size > limits.maxBytes) return "tooLarge";
  if (file.size === 0) return "empty";
  return count >= limits.maxCount ? "tooMany" : undefined;
}

/** Returns the files, and the names of folders, of a drop or paste. */
export function filesIn({ items, files }: DataTransfer): { files: File[]; folders: string[] } {
  const entries = [...items].map((item) => ({
    file: item.kind === "file" ? item.getAsFile() : null,
    // Browsers represent a folder as a file that cannot be read, so folders are detected here.
    folder: item.webkitGetAsEntry()?.isDirectory === true,
  }));
  if (entries.length === 0) return { files: [...files], folders: [] };
  const found = entries.flatMap(({ file, folder }) => (file ? [{ file, folder }] : []));
  return {
    files: found.filter(({ folder }) => !folder).map(({ file }) => file),
    folders: found.filter(({ folder }) => folder).map(({ file }) => file.name),
  };
}
