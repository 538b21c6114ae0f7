import { basename, dirname } from "node:path";
import { createStream, type RotatingFileStream } from "rotating-file-stream";

/** A log and its older files, `name.1` to `name.4`, never take more than 50 MB: some weeks of an installation in use. */
const MAX_FILE_SIZE = "10M";
const OLDER_FILES = 4;
/** Lines that wait for a slow disk; more are dropped, because memory is worth more than they are. */
const MAX_WAITING_BYTES = 4_000_000;
const REOPEN_AFTER_MS = 1_000;

export interface LogFile {
  /** Never throws: what cannot be written is dropped, and the log says how much once it can. */
  write(line: string): void;
  /** Resolves when all that could be written is. */
  close(): Promise<void>;
}

/**
 * A log that rotates, and outlives a full disk: its stream ends with the first write that fails, and is opened again.
 * @example const log = openLogFile("data/shoal.log"); log.write("ready"); await log.close();
 */
export function openLogFile(
  path: string,
  { maxFileSize = MAX_FILE_SIZE, reopenAfterMs = REOPEN_AFTER_MS } = {},
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

  /** @param standsFor so many lines are lost with this one. */
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
    rotate: OLDER_FILES,
    mode: 0o600,
  });
