import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { EdgeConfig } from "../apps/edge/src/config.ts";

const CLOCK_TICKS_PER_SEC = 100;

/** An edge in a separate process, so its CPU time can be measured apart from the bench's. */
export interface EdgeProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts `apps/edge` with these settings on a free port. */
export async function startEdgeProcess(config: EdgeConfig, execArgv: string[] = []): Promise<EdgeProcess> {
  const main = fileURLToPath(new URL("../apps/edge/src/main.ts", import.meta.url));
  const child = fork(main, { env: edgeEnvironmentOf(config), silent: true, execArgv });
  child.stderr?.pipe(process.stderr);
  const url = await listeningUrl(child);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

function edgeEnvironmentOf(config: EdgeConfig): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    PORT: "0",
    INTERNAL_PORT: "0",
    EDGE_PUBLIC_URL: config.publicUrl,
    API_INTERNAL_URL: config.apiUrl,
    INTERNAL_SECRET: config.internalSecret,
    PLAYBACK_SECRETS: config.playbackKeys.map(({ id, secret }) => `${id}:${secret}`).join(","),
    MEDIA_STORE: config.mediaStore,
    CLICKHOUSE_URL: config.clickhouseUrl,
    SPOOL_DIR: config.spoolDir,
    SPOOL_MAX_BYTES: String(config.spoolMaxBytes),
    TRUSTED_PROXIES: config.trustedProxies.join(","),
  };
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  for await (const text of child.stdout ?? []) {
    const url = /"url":"(http:[^"]+)"/.exec(String(text))?.[1];
    if (!url) continue;
    child.stdout?.resume();
    return url;
  }
  throw new Error("The edge did not start");
}

/** Returns the CPU seconds, user and system, that a process has used so far. */
export function cpuSecondsOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SEC;
}
