/** A file whose upload has started and not ended. */
export interface UnfinishedFile {
  fingerprint: string;
  name: string;
  sizeBytes: number;
  uuid: string;
  /** The token that permits sending the missing parts. */
  token: string;
  begunAtMs: number;
}

/** How long unfinished uploads are kept: a day, like on the installation. */
const RETENTION_MS = 24 * 3_600_000;
const MAX_UNFINISHED = 50;

/** Storage that persists between visits. */
export type TextStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The unfinished files of one installation, in storage that may be full, unavailable or changed by others. */
export class UnfinishedFiles {
  readonly #store: TextStore | undefined;
  readonly #name: string;
  readonly #nowMs: () => number;

  constructor(store: TextStore | undefined, url: string, nowMs: () => number) {
    this.#store = store;
    this.#name = `shoal-upload:${url}`;
    this.#nowMs = nowMs;
  }

  list(): UnfinishedFile[] {
    try {
      const all: unknown = JSON.parse(this.#store?.getItem(this.#name) ?? "[]");
      return Array.isArray(all) ? all.filter((one) => this.#isOne(one)) : [];
    } catch {
      return [];
    }
  }

  find = (fingerprint: string) => this.list().find((one) => one.fingerprint === fingerprint);

  put(file: Omit<UnfinishedFile, "begunAtMs">): void {
    const others = this.list().filter(({ fingerprint }) => fingerprint !== file.fingerprint);
    this.#write([...others, { ...file, begunAtMs: this.#nowMs() }].slice(-MAX_UNFINISHED));
  }

  remove(fingerprint: string): void {
    this.#write(this.list().filter((one) => one.fingerprint !== fingerprint));
  }

  removeVideo(uuid: string): void {
    this.#write(this.list().filter((one) => one.uuid !== uuid));
  }

  #isOne(value: unknown): value is UnfinishedFile {
    if (typeof value !== "object" || value === null) return false;
    const { fingerprint, name, sizeBytes, uuid, token, begunAtMs } = value as Record<string, unknown>;
    const isWhole =
      [fingerprint, name, uuid, token].every((text) => typeof text === "string") &&
      typeof sizeBytes === "number";
    return isWhole && typeof begunAtMs === "number" && this.#nowMs() - begunAtMs < RETENTION_MS;
  }

  #write(files: UnfinishedFile[]): void {
    try {
      if (files.length === 0) this.#store?.removeItem(this.#name);
      else this.#store?.setItem(this.#name, JSON.stringify(files));
    } catch {
      // Without storage, uploads work but are not resumed after a reload.
    }
  }
}
