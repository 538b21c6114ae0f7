import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { OneTimePassword } from "../apps/start/src/administrator.ts";
import { type Installation, REPOSITORY_ROOT } from "../apps/start/src/settings.ts";
import { makeInstallation } from "./platform.ts";

const START_TIMEOUT_MS = 120_000;

/** `npm start` in a separate process, as a user runs it. */
export interface SupervisedStart {
  installation: Installation;
  pid: number;
  /** The administrator's one-time password, if this start created the account. */
  administrator: OneTimePassword | undefined;
  /**
   * Stops the installation as Ctrl-C in its terminal does: sends SIGINT to the whole process group. Resolves with the
   * supervisor's exit code.
   */
  interrupt(): Promise<number | null>;
  /** Resolves when the supervisor itself has ended. */
  ended: Promise<number | null>;
}

/** Starts an installation. @throws Error with its output if it does not start. */
export async function startSupervised(installation: Installation): Promise<SupervisedStart> {
  const { dataDir, apiPort, edgePort, rtmpPort, srtPort, capturePort, apiInternalUrl, edgeInternalUrl } =
    installation;
  const ports = {
    PORT: String(apiPort),
    EDGE_PORT: String(edgePort),
    RTMP_PORT: String(rtmpPort),

    SRT_PORT: String(srtPort),
    CAPTURE_PORT: String(capturePort),

    INTERNAL_PORT: new URL(apiInternalUrl).port,
    EDGE_INTERNAL_PORT: new URL(edgeInternalUrl).port,
  };
  const child = spawn(process.execPath, [join(REPOSITORY_ROOT, "apps/start/src/main.ts")], {
    env: { ...process.env, SHOAL_DATA: dataDir, ...ports },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const printed = await greetingOf(child);
  const [, username, password] = /Sign in as (\S+) with the one-time password (\S+)/.exec(printed) ?? [];
  const pid = child.pid ?? 0;
  return {
    installation,
    pid,
    administrator: username && password ? { username, password } : undefined,
    ended,
    async interrupt() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-pid, "SIGINT");
      return ended;
    },
  };
}

async function greetingOf(child: ChildProcess): Promise<string> {
  let printed = "";
  const greeted = new Promise<string>((resolve) => {
    if (child.stdout)
      createInterface({ input: child.stdout }).on("line", (line) => {
        printed += `${line}\n`;
        if (line.includes("Ctrl-C stops everything")) resolve(printed);
      });
  });
  const failed = once(child, "close").then(([code]) => {
    throw new Error(`The start ended with ${code}: ${printed}`);
  });
  child.stderr?.on("data", (text: Buffer) => {
    printed += text.toString();
  });
  const late = delay(START_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`The start does not come up: ${printed}`);
  });
  for (const fault of [failed, late]) fault.catch(() => undefined);
  return Promise.race([greeted, failed, late]);
}

/** Prepares an installation in a separate folder. Disposing of it stops all of its processes and removes the folder. */
export async function makeSupervisedInstallation() {
  const installation = await makeInstallation();
  const starts: SupervisedStart[] = [];
  return {
    installation,
    async start(): Promise<SupervisedStart> {
      const supervised = await startSupervised(installation);
      starts.push(supervised);
      return supervised;
    },
    async dispose() {
      for (const start of starts) await start.interrupt();
      await rm(installation.dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
