import { mkdir, open } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/** Some 100 bytes each; what is forgotten is synced once more. */
const MAX_KNOWN = 10_000;

/**
 * Brings entries of folders below a root to the disk. A file whose bytes are synced is lost all the same when the power
 * goes before the folder that names it is synced, and so is a folder that was made.
 */
export class DurableEntries {
  readonly #root: string;
  /** Paths whose entry is on disk, and those of all folders above them. */
  readonly #known = new Set<string>();
  /** Folder syncs that have not started: later callers share them. */
  readonly #next = new Map<string, Promise<void>>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Makes a folder; resolves when it is there, also after a power loss. Other processes may make it at the same time. */
  async makeFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true });
    // Another process may have removed what we knew.
    if (first !== undefined) this.forget(first);
    await this.settle(folder);
  }

  /** Resolves when the entry, and those of the folders between the root and it, are on disk. Cheap from the second time on. */
  async settle(path: string): Promise<void> {
    if (this.#known.has(path)) return;
    let at = this.#root;
    for (const part of relative(this.#root, path).split(sep).filter(Boolean)) {
      const folder = at;
      at = join(at, part);
      if (this.#known.has(at)) continue;
      await this.sync(folder);
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.add(at);
    }
  }

  /** Entries at or below the path were removed: they may be made again. */
  forget(path: string): void {
    for (const known of this.#known)
      if (known === path || known.startsWith(path.endsWith(sep) ? path : path + sep))
        this.#known.delete(known);
  }

  /** Resolves when what happened in the folder before the call is on disk. Callers during one sync share the next. */
  sync(folder: string): Promise<void> {
    const waiting = this.#next.get(folder);
    if (waiting) return waiting;
    const before = this.#running.get(folder) ?? Promise.resolve();
    const mine = before
      .catch(() => undefined)
      .then(() => {
        this.#next.delete(folder);
        this.#running.set(folder, mine);
        return syncFolder(folder);
      })
      .finally(() => {
        if (this.#running.get(folder) === mine) this.#running.delete(folder);
      });
    this.#next.set(folder, mine);
    return mine;
  }
}

/**
 * Resolves when the entries of a folder are on disk: `rename`, `open` and `mkdir` in it survive a power loss from then on.
 * A folder that was removed meanwhile has none.
 * @throws the disk's error.
 * @example await rename(temporary, path); await syncFolder(dirname(path));
 */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (!folder) return;
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder with all above it; resolves when they are there, also after a power loss. */
export async function makeDurableFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}
