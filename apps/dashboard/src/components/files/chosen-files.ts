/** Limits for accepted files; the api enforces the same. */
export interface FileLimits {
  /** Per file. */
  maxBytes: number;
  maxCount: number;
  /** Whether a file of this kind is accepted; all are by default. */
  isTaken?: (file: File) => boolean;
}

/** Why a file is rejected. */
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
  /** Names of folders among them. */
  folders?: readonly string[];
  /** The number of existing files. */
  count?: number;
  limits: FileLimits;
}

/** The accepted files. */
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

/** The files, and names of folders, in a drop or paste. */
export function filesIn({ items, files }: DataTransfer): { files: File[]; folders: string[] } {
  const entries = [...items].map((item) => ({
    file: item.kind === "file" ? item.getAsFile() : null,
    // For a folder, browsers return a file that cannot be read.
    folder: item.webkitGetAsEntry()?.isDirectory === true,
  }));
  if (entries.length === 0) return { files: [...files], folders: [] };
  const found = entries.flatMap(({ file, folder }) => (file ? [{ file, folder }] : []));
  return {
    files: found.filter(({ folder }) => !folder).map(({ file }) => file),
    folders: found.filter(({ folder }) => folder).map(({ file }) => file.name),
  };
}
