import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type ClipFolder, eventually, H264, makeClipFolder, testPicture } from "@shoal/testkit";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { FfmpegError } from "./ffmpeg-error.ts";
import { runFfmpeg, runFfprobe } from "./run-tool.ts";
import { detectSandbox, sandboxedArgv } from "./sandbox.ts";

let clips: ClipFolder;
let clip: string;
beforeAll(async () => {
  clips = await makeClipFolder();
  clip = await clips.make("clip.mkv", [...testPicture({ durationSec: 4 }), ...H264]);
});
afterAll(() => clips?.dispose());

const ENDLESS_INPUT = {
  input: ["-stream_loop", "-1"],
  output: () => ["-c:v", "libx264", "-threads", "1", "-f", "null", "-progress", "pipe:1", "-"],
};

/** Returns the ids of the processes whose command lines contain this path. */
async function processesOf(path: string): Promise<string[]> {
  const pids = await readdir("/proc");
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return pids.filter((_, n) => commands[n]?.includes(path));
}

describe.each(["bwrap", "limited"] as const)("ffmpeg in the %s sandbox", (setting) => {
  it("writes only into its output folder and reports its CPU time", async () => {
    const sandbox = await detectSandbox(setting);
    // The file is encoded. Copying would take so little CPU time that the reported CPU time may be 0.
    const args = {
      input: [],
      output: (out: (name: string) => string) => ["-c:v", "libx264", out("own.mp4")],
    };
    const outputFolder = await mkdtemp(join(clips.path, setting));
    const { cpuSec } = await runFfmpeg(args, { sandbox, inputPath: clip, outputFolder });
    expect(cpuSec).toBeGreaterThan(0);
    expect(await readdir(outputFolder)).toEqual(["own.mp4"]);
  });

  it("is killed with all of its processes when the run is aborted", async () => {
    const sandbox = await detectSandbox(setting);
    const stop = new AbortController();
    const run = runFfmpeg(ENDLESS_INPUT, {
      sandbox,
      inputPath: clip,
      signal: stop.signal,
      onLine: () => stop.abort(),
    });
    await expect(run).rejects.toMatchObject({ reason: "aborted", retryable: true });
    expect(await processesOf(clip)).toEqual([]);
  });

  it("runs in a session of niceness 10 if the kernel shares processors among sessions", async () => {
    const sandbox = await detectSandbox(setting);
    const stop = new AbortController();
    const run = runFfmpeg(ENDLESS_INPUT, { sandbox, inputPath: clip, signal: stop.signal }).catch(
      () => undefined,
    );
    onTestFinished(async () => {
      stop.abort();
      await run;
    });
    const groupOf = (pid: string) => readFile(`/proc/${pid}/autogroup`, "utf8").catch(() => "none");
    const own = await groupOf("self");
    await eventually(async () => {
      const [pid = ""] = await processesOf(clip);
      expect(await groupOf(pid)).toMatch(own === "none" ? /none/ : / nice 10$/m);
    });
    expect(await groupOf("self")).toBe(own);
  });

  it.each([
    ["on the wall", { wallSec: 0.5 }],
    ["of the processor", { cpuSec: 1 }],
  ])("fails with time_limit at its limit %s", async (_, limits) => {
    const sandbox = await detectSandbox(setting);
    const run = runFfmpeg(ENDLESS_INPUT, { sandbox, inputPath: clip, limits });
    await expect(run).rejects.toMatchObject({ reason: "time_limit" });
  });

  it("refuses a playlist that names other files", async () => {
    const sandbox = await detectSandbox(setting);
    const list = join(clips.path, "list.mp4");
    await writeFile(list, `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile://${clip}\n#EXT-X-ENDLIST\n`);
    const probe = runFfprobe(["-show_format"], { sandbox, inputPath: list });
    await expect(probe).rejects.toBeInstanceOf(FfmpegError);
  });
});

describe("the limited sandbox", () => {
  it("clears the environment, prevents writes to foreign files and limits the size of files", async () => {
    const sandbox = await detectSandbox("limited");
    const limits = { cpuSec: 5, wallSec: 5, memoryBytes: 8e9, fileBytes: 1_000, niceness: 10 };
    const runSandboxed = async (...argv: string[]) => {
      const [command = "", ...rest] = sandboxedArgv(sandbox, argv, { limits });
      return promisify(execFile)(command, rest, {
        env: { ...process.env, DATABASE_URL: "postgres://secret" },
      });
    };
    expect((await runSandboxed("env")).stdout.split("\n").filter(Boolean).toSorted()).toEqual([
      "LC_ALL=C",
      "PATH=/usr/bin:/bin",
    ]);
    const foreign = join(clips.path, "of-somebody-else");
    await writeFile(foreign, "kept", { mode: 0o600 });
    if (process.getuid?.() === 0) {
      expect((await runSandboxed("id", "-u")).stdout.trim()).toBe("65534");
      // The limited sandbox allows reading other files, but not changing them.
      expect((await runSandboxed("cat", foreign)).stdout).toBe("kept");
      await expect(runSandboxed("sh", "-c", `echo changed > ${foreign}`)).rejects.toThrow(/denied/);
      await expect(runSandboxed("kill", "-0", String(process.pid))).rejects.toThrow();
    }
    const big = join(await mkdtemp(join(tmpdir(), "shoal-sandbox-")), "big");
    await chmod(dirname(big), 0o777);
    await expect(runSandboxed("dd", "if=/dev/zero", `of=${big}`, "bs=1000", "count=3")).rejects.toThrow();
    expect((await stat(big)).size).toBe(1_000);
    await rm(dirname(big), { recursive: true });
  });
});

describe("the bwrap sandbox", () => {
  it("has only the input file, no network and no capabilities", async () => {
    const sandbox = await detectSandbox("bwrap");
    const limits = { cpuSec: 5, wallSec: 5, memoryBytes: 8e9, fileBytes: 1e9, niceness: 10 };
    const argv = sandboxedArgv(sandbox, ["true"], { limits, inputPaths: [clip], outputFolder: clips.path });
    const text = argv.join(" ");
    expect(text).toContain(`--ro-bind ${clip} /in/clip.mkv`);
    expect(text).toContain("--unshare-all --die-with-parent --cap-drop ALL --clearenv");
    expect(text).not.toContain("--share-net");
  });
});
