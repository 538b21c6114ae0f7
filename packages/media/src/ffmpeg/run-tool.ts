import { type ChildProcess, spawn } from "node:child_process";
import { chown, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { FfmpegError, type FfmpegErrorDetails } from "./ffmpeg-error.ts";
import { killProcessGroup } from "./kill-group.ts";
import { DEFAULT_LIMITS, fileLimitOf, type RunLimits, SAFE_INPUT_ARGS, SAFE_SERVED_ARGS } from "./limits.ts";
import { lowerSession } from "./lower-session.ts";
import { containsAllWords } from "./mentions.ts";
import { INSIDE_INPUT_FOLDER, INSIDE_OUTPUT_FOLDER, type Sandbox, sandboxedArgv } from "./sandbox.ts";
import { RANGE_RELAY } from "./warm-programs.ts";

/** A file that a tool reads in ranges, by HTTP over a Unix socket. Only available in a `bwrap` sandbox. */
export interface ServedInput {
  sizeBytes: number;
}

export interface RunOptions {
  sandbox: Sandbox;
  /** The only file that the tool may read. For a served input, it is the input's socket. */
  inputPath: string;
  served?: ServedInput | undefined;
  /** The only folder that the tool may write to. */
  outputFolder?: string;
  limits?: Partial<RunLimits>;
  /** Kills the whole process group when aborted. */
  signal?: AbortSignal;
  /** Called for each complete line of standard output. */
  onLine?: (line: string) => void;
}

export interface RunResult {
  stdout: string;
  /** The CPU seconds, user and system, that the tool reports. 0 if the tool reports none. */
  cpuSec: number;
  /** Warnings that did not stop the tool from completing its work. */
  warnings: string;
  /** The end of standard error, which contains the results of measuring filters. */
  log: string;
}

/** The arguments of ffmpeg before and after the input. Paths are those that the tool sees. */
export interface FfmpegArgs {
  /** Decoder and demuxer options. */
  input: readonly string[];
  /** Everything after `-i`. `out(name)` returns the path of a file in the output folder. */
  output: (out: (name: string) => string) => readonly string[];
  /** Texts by file name. They are written to the output folder before the tool starts. */
  preparedFiles?: ReadonlyMap<string, string>;
}

const MAX_STDOUT_BYTES = 64_000_000;
const TAIL_LINES = 30;

/**
 * Runs ffmpeg on one untrusted file.
 * @throws FfmpegError unless ffmpeg exits with 0. After an abort, the error has `reason: "aborted"`.
 */
export async function runFfmpeg(args: FfmpegArgs, options: RunOptions): Promise<RunResult> {
  const { inputPath, outputFolder } = insidePaths(options);
  for (const [name, text] of args.preparedFiles ?? [])
    await writeFile(join(options.outputFolder ?? "", name), text);
  const argv = [
    "ffmpeg",
    "-hide_banner",
    "-nostdin",
    "-nostats",
    "-benchmark",
    "-loglevel",
    "level+info",
    "-y",
    ...safeArgs(options),
    ...args.input,

    "-i",
    inputPath,
    ...args.output((name) => join(outputFolder, name)),
  ];
  return runReader(argv, options);
}

/** Runs ffprobe on one untrusted file. `args` precede the file. @throws the same errors as `runFfmpeg`. */
export function runFfprobe(args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { inputPath } = insidePaths(options);
  const argv = [
    "ffprobe",
    "-hide_banner",
    "-loglevel",
    "level+warning",
    ...safeArgs(options),
    ...args,
    inputPath,
  ];
  return runReader(argv, options);
}

/** Renders the first page of an untrusted PDF with poppler. @param args precede the file. @throws the same errors as `runFfmpeg`. */
export function runPdftoppm(
  args: readonly string[],
  outputName: string,
  options: RunOptions,
): Promise<RunResult> {
  const { inputPath, outputFolder } = insidePaths(options);
  return runSandboxed(["pdftoppm", ...args, inputPath, join(outputFolder, outputName)], options);
}

/** A program of this package, and its arguments. */
export interface NodeProgram {
  /** The program's absolute path. */
  program: string;
  args: (input: string, out: (name: string) => string) => readonly string[];
}

/** The code of this package. Its programs may read it in addition to their input. */
const PROGRAM_FOLDER = join(import.meta.dirname, "../..");
/** The memory limit for objects. The memory of the tables counts separately. */
const NODE_HEAP_MB = 512;

/** Runs one of this package's programs on an untrusted file, in the same sandbox as ffmpeg. @throws the same errors as `runFfmpeg`. */
export function runNode({ program, args }: NodeProgram, options: RunOptions): Promise<RunResult> {
  const { inputPath, outputFolder } = insidePaths(options);
  const toolArgs = args(inputPath, (name) => join(outputFolder, name));
  return runSandboxed(nodeArgv(program, toolArgs, options), options, nodePaths(options));
}

function nodeArgv(program: string, args: readonly string[], { sandbox: { programCache } }: RunOptions) {
  const cache = programCache === undefined ? [] : ["env", `NODE_COMPILE_CACHE=${programCache}`];
  return [...cache, process.execPath, `--max-old-space-size=${NODE_HEAP_MB}`, program, ...args];
}

function nodePaths({ sandbox: { programCache } }: RunOptions): string[] {
  return [process.execPath, PROGRAM_FOLDER, ...(programCache === undefined ? [] : [programCache])];
}

const safeArgs = ({ served }: RunOptions) => (served ? SAFE_SERVED_ARGS : SAFE_INPUT_ARGS);

/** Runs a tool that can read its input by ranges. */
function runReader(argv: readonly string[], options: RunOptions): Promise<RunResult> {
  if (!options.served) return runSandboxed(argv, options);
  if (options.sandbox.mode !== "bwrap") throw new Error("Inputs are served to sandboxes without a network");
  const { inputPath: socketPath } = insidePaths({ ...options, served: undefined });
  return runSandboxed(nodeArgv(RANGE_RELAY, [socketPath, ...argv], options), options, nodePaths(options));
}

function insidePaths({ sandbox, inputPath, outputFolder = "", served }: RunOptions) {
  // The relay replaces this placeholder by the address.
  if (served) return { inputPath: "{input}", outputFolder: INSIDE_OUTPUT_FOLDER };
  if (sandbox.mode === "limited") return { inputPath, outputFolder };
  return { inputPath: `${INSIDE_INPUT_FOLDER}/${basename(inputPath)}`, outputFolder: INSIDE_OUTPUT_FOLDER };
}

async function runSandboxed(
  argv: readonly string[],
  options: RunOptions,
  programPaths: readonly string[] = [],
): Promise<RunResult> {
  const inputBytes = options.served?.sizeBytes ?? (await stat(options.inputPath)).size;
  const limits = { ...DEFAULT_LIMITS, fileBytes: fileLimitOf(inputBytes), ...options.limits };
  const { inputPath, outputFolder, signal } = options;
  if (signal?.aborted)
    throw new FfmpegError({ argv, exitCode: null, stderrTail: "", retryable: true, reason: "aborted" });
  const mounts = { inputPaths: [inputPath], programPaths, ...(outputFolder && { outputFolder }) };
  const { user } = options.sandbox;
  if (user && outputFolder) await chown(outputFolder, user.uid, user.gid);
  const [command = "", ...rest] = sandboxedArgv(options.sandbox, argv, { ...mounts, limits });
  const child = spawn(command, rest, { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  if (child.pid !== undefined) void lowerSession(child.pid, limits.niceness);
  const killGroup = () => killProcessGroup(child);
  signal?.addEventListener("abort", killGroup, { once: true });
  const timer = setTimeout(killGroup, limits.wallSec * 1_000);
  const startedMs = performance.now();
  try {
    const ended = await collectOutput(child, options.onLine);
    if (ended.exitCode === 0 && !signal?.aborted && !wasStoppedByLimit(ended.stderr)) return resultOf(ended);
    const isLate = performance.now() - startedMs >= limits.wallSec * 1_000;
    throw new FfmpegError({ argv, ...explainFailure(ended, signal?.aborted === true, isLate) });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", killGroup);
  }
}

interface EndedProcess {
  exitCode: number | null;
  signalName: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

function collectOutput(child: ChildProcess, onLine?: (line: string) => void): Promise<EndedProcess> {
  return new Promise((resolve, reject) => {
    const parts: string[] = [];
    let stdoutBytes = 0;
    let stderr = "";
    let unfinished = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (!onLine) {
        stdoutBytes += text.length;
        if (stdoutBytes > MAX_STDOUT_BYTES) killProcessGroup(child);
        else parts.push(text);
        return;
      }
      const lines = (unfinished + text).split("\n");
      unfinished = lines.pop() ?? "";
      lines.forEach(onLine);
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-64_000);
    });
    child.once("error", reject);
    child.once("close", (exitCode, signalName) =>
      resolve({ exitCode, signalName, stdout: parts.join(""), stderr }),
    );
  });
}

function resultOf({ stdout, stderr }: EndedProcess): RunResult {
  const bench = /bench: utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr);
  return {
    stdout,
    cpuSec: bench ? Number(bench[1]) + Number(bench[2]) : 0,
    warnings: errorMessagesIn(stderr),
    log: stderr,
  };
}

/** ffmpeg may still exit with 0, because it ignores errors when it closes its output. */
const DISK_FULL_PATTERN = /No space left on device|Disk quota exceeded/;
/** This error occurs when a file exceeds its size limit, regardless of free space. */
const FILE_LIMIT_PATTERN = /File too large/;
const wasStoppedByLimit = (stderr: string) =>
  DISK_FULL_PATTERN.test(stderr) || FILE_LIMIT_PATTERN.test(stderr);
/** Matches the message with which ffmpeg reports SIGXCPU, which is 24, before it closes its files. */
const XCPU_PATTERN = /received signal 24/;
/** The exit codes of a wrapper whose child was ended by a signal: 128 + its number. */
const XCPU_EXIT_CODES = new Set([152, 137]);

function explainFailure(
  ended: EndedProcess,
  isAborted: boolean,
  isLate: boolean,
): Omit<FfmpegErrorDetails, "argv"> {
  const stderrTail = errorMessagesIn(ended.stderr);
  const base = { exitCode: ended.exitCode, stderrTail };
  if (isAborted) return { ...base, retryable: true, reason: "aborted" };
  if (isLate || ended.signalName === "SIGXCPU" || ended.exitCode === 152 || XCPU_PATTERN.test(ended.stderr))
    return { ...base, retryable: false, reason: "time_limit" };
  if (DISK_FULL_PATTERN.test(ended.stderr)) return { ...base, retryable: true, reason: "disk_full" };
  if (containsAllWords(stderrTail, "Picture size ", "invalid"))
    return { ...base, retryable: false, reason: "too_large_picture" };
  const isKilled = ended.signalName !== null || XCPU_EXIT_CODES.has(ended.exitCode ?? 0);
  return { ...base, retryable: isKilled || /Cannot allocate memory/.test(ended.stderr) };
}

function errorMessagesIn(stderr: string): string {
  return stderr
    .split("\n")
    .filter((line) => line !== "" && !/\[(info|verbose|debug)\]/.test(line) && !/^\s/.test(line))
    .slice(-TAIL_LINES)
    .join("\n");
}
