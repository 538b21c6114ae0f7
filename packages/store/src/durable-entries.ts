import { mkdir, open } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/** The maximum number of known entries, which take some 100 bytes each. An evicted entry is synced once more when it is used again. */
const MAX_KNOWN = 10_000;

/**
 * Makes directory entries below a root durable. Even a file with synced bytes, or a new folder, is lost in a power failure if
 * its parent folder was not synced.
 */
export class DurableEntries {
  readonly #root: string;
  /** The paths whose entry is durable. The entries of all their parents are durable too. */
  readonly #known = new Set<string>();
  /** The folder syncs that have not started. Later callers share them. */
  readonly #next = new Map<string, Promise<void>>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Creates a folder and resolves when it is durable. Other processes may create it at the same time. */
  async makeFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true });
    // Another process may have removed folders that are known here.
    if (first !== undefined) this.delete(first);
    await this.settle(folder);
  }

  /** Resolves when the entry and those of its parents, up to the root, are durable. Repeated calls cost little. */
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

  /** Forgets the entries at or below a path, which were removed and may be created again. */
  delete(path: string): void {
    for (const known of this.#known)
      if (known === path || known.startsWith(path.endsWith(sep) ? path : path + sep))
        this.#known.delete(known);
  }

  /** Resolves when all earlier changes of the folder are durable. Callers that arrive during one sync share the next. */
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
 * Resolves when the entries of a folder are durable: earlier `rename`, `open` and `mkdir` calls in it survive a power failure. A folder
 * that has been removed has no entries.
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

/** Creates a folder and its parents. Resolves when they are durable. */
export async function makeDurableFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}
