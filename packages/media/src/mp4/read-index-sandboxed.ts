import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FfmpegError } from "../ffmpeg/ffmpeg-error.ts";
import type { RunLimits } from "../ffmpeg/limits.ts";
import { type RunOptions, runNode } from "../ffmpeg/run-tool.ts";
import { INDEX_READER } from "../ffmpeg/warm-programs.ts";
import { MediaFault } from "../probe/media-fault.ts";
import type { SourceBytes } from "./locate-moov.ts";
import { getMoovPosition } from "./read-index.ts";
import type { Mp4Track } from "./read-tracks.ts";
import { readTables } from "./table-file.ts";

const TABLES_FILE = "index.tables";
const INDEX_FILE = "index.moov";
/** The memory limit. The largest index and the tables of 52 million samples need 2.7 GB, and Node itself maps 1.4 GB when it starts. */
const READER_LIMITS: Partial<RunLimits> = {
  cpuSec: 20,
  wallSec: 120,
  memoryBytes: 5_368_709_120,
  fileBytes: 4_000_000_000,
};
/** The exit codes of a process ended by a limit: abort, trap, segmentation fault, kill, CPU time. */
const LIMIT_EXIT_CODES = new Set([133, 134, 137, 139, 152]);

/** The inputs for reading an untrusted index: the file, and a folder for its tables. */
export type IndexRunOptions = RunOptions & { outputFolder: string };

/**
 * Reads the index of an untrusted MP4 in a separate process, sandboxed like ffmpeg, with 20 s of CPU and 5 GB.
 * @throws Mp4Error when the tables contradict themselves, MediaFault when they exceed the limits.
 * @example const tracks = await readIndexSandboxed(source, { sandbox, inputPath, outputFolder });
 */
export async function readIndexSandboxed(source: SourceBytes, run: IndexRunOptions): Promise<Mp4Track[]> {
  return readMoovSandboxed(await getMoovPosition(source), source, run);
}

/** Reads an index at a known position. */
export async function readMoovSandboxed(
  place: { offset: number; size: number },
  source: SourceBytes,
  run: IndexRunOptions,
): Promise<Mp4Track[]> {
  const tablesPath = join(run.outputFolder, TABLES_FILE);
  const indexPath = join(run.outputFolder, INDEX_FILE);
  try {
    // Only the index of a remote file is downloaded.
    if (run.served) await writeFile(indexPath, await source.read(place.offset, place.size));
    const { inputPath, offset } = run.served
      ? { inputPath: indexPath, offset: 0 }
      : { inputPath: run.inputPath, offset: place.offset };
    const numbers = [offset, place.size, source.sizeBytes].map(String);
    await runNode(
      { program: INDEX_READER, args: (input, out) => [input, out(TABLES_FILE), ...numbers] },
      { ...run, inputPath, served: undefined, limits: { ...READER_LIMITS, ...run.limits } },
    );
    return await readTables(tablesPath);
  } catch (error) {
    throw isOverLimit(error)
      ? new MediaFault("unsupported_format", "The file's index cannot be read")
      : error;
  } finally {
    await rm(tablesPath, { force: true });
    await rm(indexPath, { force: true });
  }
}

function isOverLimit(error: unknown): boolean {
  if (!(error instanceof FfmpegError) || error.reason === "aborted") return false;
  if (error.reason === "time_limit" || LIMIT_EXIT_CODES.has(error.exitCode ?? 0)) return true;
  return error.exitCode === null || /out of memory|allocation failed|Cannot allocate/i.test(error.stderrTail);
}
