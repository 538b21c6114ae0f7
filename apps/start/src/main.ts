/** `npm start` runs everything on one machine. `--dev` reloads on change and prints the logs. */
import { join } from "node:path";
import { describeFault } from "@shoal/lifecycle";
import { openLogFile } from "./log-file.ts";
import { type Platform, prepareFolders, startPlatform } from "./platform.ts";
import { findMailDir, readInstallation } from "./settings.ts";

/** Engines have their own logs. Otherwise, request logs would rotate the engines' messages away. */
const ENGINE_NAMES = ["postgres", "clickhouse"] as const;

// Output may go to a file on a full disk, or to a closed terminal. Neither may end this process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const isDev = process.argv.includes("--dev");
const installation = await readInstallation();
await prepareFolders(installation);
const logPath = join(installation.dataDir, "shoal.log");
const platformLog = openLogFile(logPath);
const engineLogs = new Map<string, ReturnType<typeof openLogFile>>(
  ENGINE_NAMES.map((name) => [name, openLogFile(join(installation.dataDir, `${name}.log`))]),
);
const closeLogs = () => Promise.all([platformLog, ...engineLogs.values()].map((each) => each.close()));

let platform: Platform | undefined;
let stopWatching: (() => Promise<void>) | undefined;
const stopController = new AbortController();
let exitCode = 0;

function writeLine(name: string, line: string): void {
  const own = engineLogs.get(name);
  if (own) own.write(line);
  else platformLog.write(`${JSON.stringify({ time: new Date().toISOString(), process: name })} ${line}`);
  if (isDev || name === "start") console.log(`${name}: ${line}`);
}

async function stopPlatform(): Promise<void> {
  if (stopController.signal.aborted) return;
  stopController.abort();
  console.log("\nStopping");
  // When a start in progress is aborted, it stops the processes that it has started.
  if (platform) await endPlatform(platform);
}

async function endPlatform(running: Platform): Promise<void> {
  await stopWatching?.();
  await running.stop();
  await closeLogs();
  process.exit(exitCode);
}
process.on("SIGINT", stopPlatform);
process.on("SIGTERM", stopPlatform);
process.on("SIGHUP", stopPlatform);
// A bug here must not leave PostgreSQL running without its supervisor.
for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, (error: unknown) => {
    writeLine("start", `The start failed: ${describeFault(error)}`);
    if (stopController.signal.aborted) return;
    exitCode = 1;
    stopController.abort();
    if (platform) void endPlatform(platform);
  });

try {
  platform = await startPlatform({
    installation,
    isWatching: isDev,
    signal: stopController.signal,
    onLine: writeLine,
  });
  printAddresses(platform);
  if (stopController.signal.aborted) await endPlatform(platform);
  if (isDev) {
    const { watchPages } = await import("./watch-pages.ts");
    stopWatching = await watchPages();
  }
} catch (error) {
  if (stopController.signal.aborted) process.exit(exitCode);
  platformLog.write(`The start failed: ${describeFault(error)}`);
  console.error(`Shoal did not start: ${error instanceof Error ? error.message : String(error)}`);
  console.error(`The log is in ${logPath}`);
  await closeLogs();
  process.exit(1);
}

function printAddresses({ administrator }: Platform): void {
  console.log(`\nShoal runs.\n\n  Dashboard  ${installation.apiUrl}\n  Player     ${installation.edgeUrl}`);
  console.log(`  Data       ${installation.dataDir}`);
  const mailDir = findMailDir(installation);
  if (mailDir) console.log(`\n  Mails are written to ${mailDir}`);
  if (administrator)
    console.log(
      `\n  Sign in as ${administrator.username} with the one-time password ${administrator.password}\n  You will choose your own. Lost it? npm run admin:password makes another one.`,
    );
  console.log("\nCtrl-C stops everything.");
}
