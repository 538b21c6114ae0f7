import { execFile } from "node:child_process";
import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { promisify } from "node:util";
import type { RunLimits } from "./limits.ts";

export type SandboxSetting = "auto" | "bwrap" | "limited" | "refuse";

/**
 * How tools that read untrusted files are sandboxed.
 * - `bwrap`: no network, a read-only system, one input, one output folder, separate namespaces.
 * - `limited`: resource limits, no new privileges, an empty environment, dies with its parent; it can read what this user can. If
 * this user is root, it runs as `nobody`, which may read everything but write only into its output folder.
 */
export interface Sandbox {
  mode: "bwrap" | "limited";
  /** Why the full sandbox is not available; empty for `bwrap`. */
  weakness: string;
  /** The user that tools run as, if it is not the current one. */
  user?: { uid: number; gid: number };
  /** The cache of our own compiled programs: see `warmPrograms`. */
  programCache?: string;
}

/** The ids of Debian's `nobody` and `nogroup`, which own nothing. */
const NOBODY_IDS = { uid: 65_534, gid: 65_534 };
const ENVIRONMENT_ARGS = ["PATH=/usr/bin:/bin", "LC_ALL=C"];

const SYSTEM_FOLDERS = ["/bin", "/lib", "/lib64", "/lib32", "/sbin"];
const SYSTEM_FILES = ["/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache"];

/** The input files visible inside the sandbox. */
export const INSIDE_INPUT_FOLDER = "/in";
export const INSIDE_OUTPUT_FOLDER = "/out";

/**
 * Determines what this machine supports by trying it.
 * @throws Error if the setting requires more.
 */
export async function detectSandbox(setting: SandboxSetting): Promise<Sandbox> {
  if (setting === "limited") return limitedSandbox("chosen by the SANDBOX setting");
  const weakness = await findBwrapFault();
  if (weakness === undefined) return { mode: "bwrap", weakness: "" };
  if (setting === "auto") return limitedSandbox(weakness);
  throw new Error(`SANDBOX=${setting}, but bubblewrap does not work here: ${weakness}`);
}

const limitedSandbox = (weakness: string): Sandbox => ({
  mode: "limited",
  weakness,
  ...(process.getuid?.() === 0 ? { user: NOBODY_IDS } : {}),
});

async function findBwrapFault(): Promise<string | undefined> {
  try {
    await promisify(execFile)("bwrap", [...bwrapArgs({}), "true"], { timeout: 10_000 });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

export interface SandboxMounts {
  /** The files that the tool may read, each under `/in/<its base name>`. */
  inputPaths?: readonly string[];
  /** The only folder that the tool may write to, which it sees as `/out`. */
  outputFolder?: string;
  /** The programs of this package that the tool runs, each at its usual path. */
  programPaths?: readonly string[];
}

/** Returns the command line that runs `argv` in the sandbox. Pure except for looking up system folders. */
export function sandboxedArgv(
  sandbox: Sandbox,
  argv: readonly string[],
  options: SandboxMounts & { limits: Omit<RunLimits, "wallSec"> },
): string[] {
  const { limits } = options;
  const bounded = [
    "prlimit",
    `--cpu=${cpuLimit(limits.cpuSec)}`,
    `--as=${limits.memoryBytes}`,

    `--fsize=${limits.fileBytes}`,
    "--core=0",
    "--nofile=256",

    "nice",
    "-n",
    `${limits.niceness}`,
  ];
  if (sandbox.mode === "bwrap") return [...bounded, "bwrap", ...bwrapArgs(options), ...argv];
  const privileges = [...runAsUserArgs(sandbox.user), "--pdeathsig", "KILL", "--no-new-privs"];
  return ["setpriv", ...privileges, ...bounded, "env", "-i", ...ENVIRONMENT_ARGS, ...argv];
}

/** Limits CPU time. At the soft limit a process receives SIGXCPU, which ffmpeg reports. At the hard limit it is killed. */
const cpuLimit = (sec: number) =>
  Number.isFinite(sec) ? `${Math.ceil(sec)}:${Math.ceil(sec) + 5}` : "unlimited";

/**
 * Runs the command as another user if needed. Root keeps only the capability to read, because the store and the programs belong to
 * root.
 */
function runAsUserArgs(user: Sandbox["user"]): string[] {
  if (!user) return [];
  const capabilities = ["inh-caps", "ambient-caps", "bounding-set"].map(
    (set) => `--${set}=-all,+dac_read_search`,
  );
  return [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", ...capabilities];
}

function bwrapArgs({ inputPaths = [], outputFolder, programPaths = [] }: SandboxMounts): string[] {
  return [
    "--unshare-all",
    "--die-with-parent",
    "--cap-drop",
    "ALL",
    "--clearenv",
    ...ENVIRONMENT_ARGS.flatMap((each) => ["--setenv", ...each.split("=")]),

    "--ro-bind",
    "/usr",
    "/usr",
    ...SYSTEM_FOLDERS.flatMap(systemFolder),
    ...SYSTEM_FILES.flatMap((path) => ["--ro-bind-try", path, path]),

    "--dev",
    "/dev",
    "--tmpfs",
    "/tmp",
    ...programPaths.flatMap((path) => ["--ro-bind", path, path]),
    ...inputPaths.flatMap((path) => ["--ro-bind", path, `${INSIDE_INPUT_FOLDER}/${basename(path)}`]),
    ...(outputFolder ? ["--bind", outputFolder, INSIDE_OUTPUT_FOLDER] : []),

    "--chdir",
    "/tmp",
  ];
}

/** Makes a system folder visible. Newer systems have links into /usr in its place, and older systems have folders. */
function systemFolder(path: string): string[] {
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink()
    ? ["--symlink", readlinkSync(path), path]
    : ["--ro-bind", path, path];
}
