import { closeSync, openSync, rmSync } from "node:fs";
import { chmod, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { MediaAddress } from "./media-access.ts";

/** How long a permit is valid. nginx reuses a result for one more second, so that rules take effect within 5 s. */
const PERMIT_TTL_MS = 2_000;
const SWEEP_INTERVAL_MS = 500;
/** The folder's mode: the owner can read and write, others can only look up a name that they know. */
const FOLDER_MODE = 0o711;
/** The name of a permit, `address,token,media id,generation`, as in `deploy/nginx/edge.conf`. */
const PERMIT_NAME = /^[0-9a-fA-F.:]{2,45},[A-Za-z0-9._~-]{1,200},[0-9a-f-]{36},\d{1,9}$/;

type PermittedMedia = Omit<MediaAddress, "from">;

/**
 * Records, for an nginx on the same machine, which viewers may have which media, as the names of empty files. Checking whether a
 * file exists costs nginx a tenth of a request to the edge whose response is cached. Files are written synchronously, because a
 * call through the thread pool costs more. The folder must therefore be in memory.
 */
export class Permits {
  readonly #folder: string;
  readonly #nowMs: () => number;
  /** When each permit ends, by name, in order of time. */
  readonly #ends = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  private constructor(folder: string, nowMs: () => number) {
    this.#folder = folder;
    this.#nowMs = nowMs;
    this.#timer = setInterval(() => this.sweep(), SWEEP_INTERVAL_MS).unref();
  }

  /** Creates the folder, and removes the files of a killed process. @throws if the folder is not writable. */
  static async open(folder: string, nowMs: () => number = () => performance.now()): Promise<Permits> {
    await mkdir(folder, { recursive: true });
    // The process's umask may have removed the permission that nginx needs.
    await chmod(folder, FOLDER_MODE);
    for (const name of await readdir(folder))
      if (PERMIT_NAME.test(name)) rmSync(join(folder, name), { force: true });
    return new Permits(folder, nowMs);
  }

  /** Records that a viewer passed a check. */
  grant(address: string, media: PermittedMedia): void {
    const name = nameOf(address, media);
    if (!PERMIT_NAME.test(name)) return;
    const isNew = !this.#ends.delete(name);
    if (isNew && !createEmptyFile(join(this.#folder, name))) return;
    this.#ends.set(name, this.#nowMs() + PERMIT_TTL_MS);
  }

  /** Removes the permit of a viewer who failed a check. */
  revoke(address: string, media: PermittedMedia): void {
    const name = nameOf(address, media);
    if (this.#ends.delete(name)) this.#remove(name);
  }

  /** Removes permits that have expired. */
  sweep(): void {
    const now = this.#nowMs();
    for (const [name, end] of this.#ends) {
      if (end > now) return;
      this.#ends.delete(name);
      this.#remove(name);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    for (const name of this.#ends.keys()) this.#remove(name);
    this.#ends.clear();
  }

  #remove(name: string): void {
    rmSync(join(this.#folder, name), { force: true });
  }
}

const nameOf = (address: string, { token, mediaId, generation }: PermittedMedia) =>
  `${address},${token},${mediaId},${generation}`;

/**
 * Creates an empty file.
 * @returns false if that fails, in which case nginx queries the edge again.
 */
function createEmptyFile(path: string): boolean {
  try {
    closeSync(openSync(path, "w"));
    return true;
  } catch {
    return false;
  }
}
