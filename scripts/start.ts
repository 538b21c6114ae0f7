/** `npm start`: everything on one machine. `--dev` reloads on change and prints the logs. */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Platform, prepareFolders, startPlatform } from "./start/platform.ts";
import { findMailDir, readInstallation } from "./start/settings.ts";

const isDev = process.argv.includes("--dev");
const installation = await readInstallation();
await mkdir(installation.dataDir, { recursive: true });
await prepareFolders(installation);
const log = createWriteStream(join(installation.dataDir, "shoal.log"), { flags: "a" });

let platform: Platform | undefined;
let stopWatching: (() => Promise<void>) | undefined;
const stopping = new AbortController();
async function stop(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  console.log("\nStopping");
  // What is still starting stops by itself what has started.
  if (!platform) return;
  await stopWatching?.();
  await platform.stop();
  await once(log.end(), "finish");
  process.exit(0);
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
process.on("SIGHUP", stop);

try {
  platform = await startPlatform({
    installation,
    isWatching: isDev,
    signal: stopping.signal,
    onLine(name, line) {
      log.write(`${JSON.stringify({ process: name })} ${line}\n`);
      if (isDev || name === "start") console.log(`${name}: ${line}`);
    },
  });
  if (isDev) {
    const { watchPages } = await import("./start/watch-pages.ts");
    stopWatching = await watchPages();
  }
  greet(platform);
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  console.error(`Shoal did not start: ${error instanceof Error ? error.message : String(error)}`);
  console.error(`The log is in ${join(installation.dataDir, "shoal.log")}`);
  process.exit(1);
}

function greet({ administrator }: Platform): void {
  console.log(`\nShoal runs.\n\n  Dashboard  ${installation.apiUrl}\n  Player     ${installation.edgeUrl}`);
  console.log(`  Data       ${installation.dataDir}`);
  const mailDir = findMailDir(installation);
  if (mailDir) console.log(`\n  Mails are written to ${mailDir}`);
  if (administrator)
    console.log(
      `\n  Sign in as ${administrator.username} with the one-time password ${administrator.password}\n  You will choose your own.`,
    );
  console.log("\nCtrl-C stops everything.");
}
