import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { killProcessGroup } from "../../ffmpeg/kill-group.ts";
import { LIVE_LIMITS, type LiveFormat, safeLiveArgs } from "../../ffmpeg/limits.ts";
import { type Sandbox, sandboxedArgv } from "../../ffmpeg/sandbox.ts";

/** The first output pipe of ffmpeg, after its standard streams. */
export const FIRST_PIPE = 3;
const TAIL_CHARACTERS = 8_000;

export interface LiveProcess {
  /** The process id; undefined if the process could not be started. */
  pid: number | undefined;
  input: Writable;
  /** The output pipes, in order. */
  outputs: readonly Readable[];
  /** Resolves when the process has ended and all of its pipes are read. */
  ended: Promise<LiveProcessEnd>;
  /** Kills the process with all of its children. */
  kill(): void;
}

export interface LiveProcessOptions {
  sandbox: Sandbox;
  /** The number of pipes that the tool writes to, from `FIRST_PIPE` on. */
  pipeCount: number;
  /** The format of the input, FLV by default. No other format is accepted. */
  format?: LiveFormat;
}

export interface LiveProcessEnd {
  exitCode: number | null;
  /** The end of the tool's error messages. */
  stderrTail: string;
}

/**
 * Starts ffmpeg in the sandbox for the duration of a live, reading from its input pipe.
 * @param args following `ffmpeg` and the safety options.
 * @example
 * const encoder = startLiveProcess(liveArgs(plan), { sandbox, pipeCount: listRenditions(plan).length });
 * encoder.input.write(flvHeader({ hasAudio: true, hasVideo: true }));
 */
export function startLiveProcess(
  args: readonly string[],
  { sandbox, pipeCount, format = "flv" }: LiveProcessOptions,
): LiveProcess {
  return startLiveTool(["ffmpeg", ...QUIET_LOG_ARGS, ...safeLiveArgs(format), ...args], {
    sandbox,
    pipeCount,
  });
}

/** The log options of ffmpeg, with which it prints only warnings and errors. */
const QUIET_LOG_ARGS = ["-hide_banner", "-nostats", "-loglevel", "level+warning"] as const;

interface LiveToolOptions {
  sandbox: Sandbox;
  pipeCount: number;
  /** Additional files that the tool can read, each as `/in/<its base name>`. */
  inputPaths?: readonly string[];
}

/** Starts a sandboxed tool for the duration of a live. @param argv includes the options that make it safe. */
export function startLiveTool(
  argv: readonly string[],
  { sandbox, pipeCount, inputPaths = [] }: LiveToolOptions,
): LiveProcess {
  const [command = "", ...rest] = sandboxedArgv(sandbox, argv, { limits: LIVE_LIMITS, inputPaths });
  const pipes = Array.from({ length: pipeCount }, () => "pipe" as const);
  const child = spawn(command, rest, { detached: true, stdio: ["pipe", "ignore", "pipe", ...pipes] });
  const input = child.stdin as Writable;
  // The caller learns of this error from `ended`.
  input.on("error", () => undefined);
  const outputs = child.stdio.slice(FIRST_PIPE) as Readable[];
  return { pid: child.pid, input, outputs, ended: endOf(child), kill: () => killProcessGroup(child) };
}

function endOf(child: ChildProcess): Promise<LiveProcessEnd> {
  return new Promise((resolve) => {
    let stderrTail = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderrTail = (stderrTail + text).slice(-TAIL_CHARACTERS);
    });
    child.once("error", ({ message }) => resolve({ exitCode: null, stderrTail: message }));
    child.once("close", (exitCode) => resolve({ exitCode, stderrTail }));
  });
}
