import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE = "endpoints.json";

/** Where a running installation and its engines are, whatever ports it was started with. Holds passwords: for its owner alone. */
export interface Endpoints {
  apiUrl: string;
  databaseUrl: string;
  clickhouseUrl: string;
  supervisorPid: number;
}

export async function noteEndpoints(dataDir: string, endpoints: Endpoints): Promise<void> {
  await writeFile(join(dataDir, FILE), JSON.stringify(endpoints), { mode: 0o600 });
}

export async function forgetEndpoints(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
}

/** Undefined when nothing runs on this folder. */
export async function findEndpoints(dataDir: string): Promise<Endpoints | undefined> {
  const text = await readFile(join(dataDir, FILE), "utf8").catch(() => undefined);
  if (!text) return undefined;
  const endpoints = JSON.parse(text) as Endpoints;
  const command = await readFile(`/proc/${endpoints.supervisorPid}/cmdline`, "utf8").catch(() => "");
  return command.includes("start.ts") ? endpoints : undefined;
}
