import { type FileHandle, open, rename, stat, unlink } from "node:fs/promises";
import { z } from "zod";

/** A line of nginx's access log, which describes one response. */
export interface CdnLine {
  atMs: number;
  entryUuid: string;
  clientId: string;
  address: string;
  status: number;
  /** nginx's cache status: HIT, MISS, …; empty for a response without a cache status. */
  cache: string;
  bytes: number;
  /** Whether the viewer received all of the response; false if the connection broke before its end. */
  isComplete: boolean;
}

/** The position up to which a log was read, stored with the counts. */
export const LogPosition = z.object({ inode: z.number(), offset: z.number() });
export type LogPosition = z.infer<typeof LogPosition>;

/** The size above which the log is rotated, in bytes: some 20,000 lines. */
const ROTATION_SIZE_BYTES = 4_000_000;
const READ_BUFFER_BYTES = 1_000_000;
/** How long nginx workers may still write to the old file after a rotation, in ms. */
const ROTATION_GRACE_MS = 3_000;

export interface AccessLogOptions {
  path: string;
  /**
   * Signals nginx to start a new file.
   * @returns false if nginx could not be signalled.
   */
  reopen: () => Promise<boolean>;
  nowMs?: () => number;
  rotateBytes?: number;
}

/** Reads each line of nginx's log once. This holds across restarts of the edge as long as the position is stored. */
export class AccessLog {
  readonly #options: AccessLogOptions;
  readonly #nowMs: () => number;
  #place: LogPosition | undefined;
  /** When the previous log file was set aside. The rest of that file is read before the new one. */
  #turnedAtMs: number | undefined;
  constructor(options: AccessLogOptions, place: LogPosition | undefined) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    this.#place = place;
  }

  /** The position up to which `read` has returned lines. */
  get place(): LogPosition | undefined {
    return this.#place;
  }

  /** Returns the lines added since the last call. */
  async read(): Promise<CdnLine[]> {
    const { path, rotateBytes = ROTATION_SIZE_BYTES } = this.#options;
    const old = await this.#readFile(`${path}.old`);
    const isOldThere = old !== undefined;
    if (isOldThere && !(await this.#isSettled(old))) return old.lines;
    if (isOldThere) await unlink(`${path}.old`);
    this.#turnedAtMs = undefined;
    const now = await this.#readFile(path);
    if (now && now.sizeBytes > rotateBytes && now.isRead) {
      await rename(path, `${path}.old`);
      if (!(await this.#options.reopen())) await rename(`${path}.old`, path);
    }
    return [...(old?.lines ?? []), ...(now?.lines ?? [])];
  }

  /** Whether nginx will write no more lines to the rotated file. */
  async #isSettled({ isRead, lines }: LogBatch): Promise<boolean> {
    const isNewThere = await stat(this.#options.path).then(
      () => true,
      () => false,
    );
    if (!isNewThere || !isRead || lines.length > 0) {
      this.#turnedAtMs = undefined;
      return false;
    }
    this.#turnedAtMs ??= this.#nowMs();
    return this.#nowMs() - this.#turnedAtMs >= ROTATION_GRACE_MS;
  }

  async #readFile(path: string): Promise<LogBatch | undefined> {
    const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (!file) return undefined;
    try {
      return await this.#readOpen(file);
    } finally {
      await file.close();
    }
  }

  async #readOpen(file: FileHandle): Promise<LogBatch> {
    const { ino, size } = await file.stat();
    const known = this.#place;
    // A file shorter than the part already read is a new file.
    const offset = known?.inode === ino && known.offset <= size ? known.offset : 0;
    const buffer = Buffer.alloc(Math.min(READ_BUFFER_BYTES, size - offset));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
    // An incomplete last line is still being written, and is read by the next call.
    const whole = buffer.subarray(0, buffer.subarray(0, bytesRead).lastIndexOf(10) + 1);
    this.#place = { inode: ino, offset: offset + whole.length };
    const lines = whole.toString().split("\n").flatMap(parseLogLine);
    return { lines, sizeBytes: size, isRead: offset + whole.length === size };
  }
}

interface LogBatch {
  lines: CdnLine[];
  sizeBytes: number;
  isRead: boolean;
}

const LogLine = z.object({
  t: z.number(),
  e: z.string().min(1),
  c: z.string(),
  a: z.string(),
  s: z.coerce.number().int(),
  x: z.string(),
  b: z.coerce.number().int().min(0),
  /** Whether the response was completed. The field is missing in lines of earlier releases. */
  o: z.string().default("OK"),
});

/** Parses a line. Ignores an incomplete one, which a full disk or a killed process can leave behind. */
function parseLogLine(text: string): CdnLine[] {
  if (text === "") return [];
  try {
    const { t, e, c, a, s, x, b, o } = LogLine.parse(JSON.parse(text));
    const line = { atMs: t * 1_000, entryUuid: e, clientId: c, address: a, status: s, cache: x, bytes: b };
    return [{ ...line, isComplete: o === "OK" }];
  } catch {
    return [];
  }
}
