import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SourceFile } from "@shoal/client";
import { folderOf } from "./config.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The files that earlier calls uploaded from this machine. The record has one line per file, which is appended when the upload is
 * complete.
 */
export class UploadRecords {
  readonly #path: string;
  readonly #url: string;
  readonly #known: Map<string, string>;

  private constructor(path: string, url: string, known: Map<string, string>) {
    this.#path = path;
    this.#url = url;
    this.#known = known;
  }

  static async open(env: Environment, url: string): Promise<UploadRecords> {
    await mkdir(folderOf(env), { recursive: true, mode: 0o700 });
    const path = join(folderOf(env), "uploads.ndjson");
    const text = await readFile(path, "utf8").catch(() => "");
    const known = new Map<string, string>();
    for (const line of text.split("\n")) {
      try {
        const { id, uuid } = JSON.parse(line) as { id: string; uuid: string };
        known.set(id, uuid);
      } catch {
        // A killed call may have left an incomplete last line, which is ignored.
      }
    }
    return new UploadRecords(path, url, known);
  }

  /** Returns the video that an earlier call created from this file, unless the file has changed since. */
  find = (file: string, source: SourceFile): string | undefined => this.#known.get(this.#idOf(file, source));

  async put(file: string, source: SourceFile, uuid: string): Promise<void> {
    const id = this.#idOf(file, source);
    this.#known.set(id, uuid);
    await appendFile(this.#path, `\n${JSON.stringify({ id, uuid })}`, { mode: 0o600 });
  }

  #idOf = (file: string, { size, lastModified }: SourceFile) =>
    `${this.#url}|${size}|${lastModified}|${file}`;
}
