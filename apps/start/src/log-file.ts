import { basename, dirname } from "node:path";
import { createStream, type RotatingFileStream } from "rotating-file-stream";

/**
 * The size at which a log is rotated, in bytes. Together with its older files, `name.1` to `name.4`, a log uses at most 50 MB,
 * which is enough for several weeks.
 */
const MAX_FILE_SIZE = "10M";
const MAX_OLDER_FILES = 4;
/** The maximum number of bytes that wait for a slow disk. Further lines are dropped to save memory. */
const MAX_WAITING_BYTES = 4_000_000;
const REOPEN_DELAY_MS = 1_000;

export interface LogFile {
  /** Writes a line and never throws. Lines that cannot be written are dropped, and their number is logged later. */
  write(line: string): void;
  /** Resolves when all lines that can be written have been written. */
  close(): Promise<void>;
}

/**
 * Opens a log that rotates and survives a full disk. Its stream ends with the first failed write, and is opened again later.
 * @example const log = openLogFile("data/shoal.log"); log.write("ready"); await log.close();
 */
export function openLogFile(
  path: string,
  { maxFileSize = MAX_FILE_SIZE, reopenAfterMs = REOPEN_DELAY_MS } = {},
): LogFile {
  let stream: RotatingFileStream | undefined;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  let lostLines = 0;
  let why = "";

  function open(): RotatingFileStream | undefined {
    if (stream || performance.now() - failedAtMs < reopenAfterMs) return stream;
    const opened = openRotating(path, maxFileSize);
    opened.on("error", (error) => {
      why = error.message;
      failedAtMs = performance.now();
      if (stream === opened) stream = undefined;
    });
    stream = opened;
    const lost = lostLines;
    const lostText = lost === 1 ? "1 line was" : `${lost} lines were`;
    if (lost > 0) writeTo(opened, `${lostText} lost while the log could not be written (${why})`, lost);
    lostLines = 0;
    return opened;
  }

  /**
   * Writes a line to the stream.
   * @param standsFor the number of lines that are lost if this one is.
   */
  function writeTo(target: RotatingFileStream, line: string, standsFor = 1): void {
    target.write(`${line}\n`, (error) => {
      if (error) lostLines += standsFor;
    });
  }

  return {
    write(line) {
      const target = open();
      if (target && target.writableLength < MAX_WAITING_BYTES) return writeTo(target, line);
      lostLines += 1;
      if (target) why = "the disk is slow";
    },
    close: () =>
      new Promise((resolve) => {
        if (!stream) return resolve();
        stream.once("error", () => resolve());
        stream.end(() => resolve());
      }),
  };
}

const openRotating = (path: string, size: string): RotatingFileStream =>
  createStream((age) => (age ? `${basename(path)}.${Number(age)}` : basename(path)), {
    path: dirname(path),
    size,
    rotate: MAX_OLDER_FILES,
    mode: 0o600,
  });
